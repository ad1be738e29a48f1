/** The shape of an effect: one way to fail. */
import type { z } from 'zod'
import type { Circumstances } from '../state/circumstances.ts'
import type { Answer, Call, MaybePromise } from '../wire/http/call.ts'
import type { LimitName } from '../wire/rate-limits.ts'
import type { RefusalValues } from '../wire/refusal-form.ts'
import type { RefusalKey } from '../wire/refusals.ts'
import type { Question, Service } from '../wire/services.ts'

/** What one rule has for one call or job. */
export interface Draws {
  /** From 0 up to 1, of the rule's own seeded generator. */
  fraction(): number
  /** Which of the calls and jobs that the rule covers this is, counted from 1. */
  readonly nth: number
  /** How often a name has come up since the scenario was switched on, this time included. */
  count(name: string): number
}

/** What a wrapping effect has around it. */
export interface Around extends Pick<Draws, 'fraction'> {
  readonly call: Call
  /** Goes on with the walk, with another call if one is given; refusals come back as answers. */
  proceed(call?: Call): MaybePromise<Answer>
  /** Waits in real time; ends with the call. */
  pause(milliseconds: number): Promise<void>
  /** The same, but what is held is let go when its scenario is switched off. */
  hold(milliseconds: number): Promise<void>
  /** The answer that the row would give to this refusal. */
  refuse(key: RefusalKey, values?: RefusalValues): Answer
}

/** Gets the call and `proceed`: may change what goes in and what comes out. */
export interface Wrap<S extends z.ZodType = z.ZodType> {
  readonly kind: 'wraps'
  readonly options: S
  readonly summary: string
  /** The options in one English sentence. */
  explain(options: z.output<S>): string
  wrap(options: z.output<S>, around: Around): MaybePromise<Answer>
}

/** A row or a job as a deciding effect looks at it; only rows have a method. */
export interface EffectTarget {
  readonly id: string
  readonly method?: string
  readonly dependsOn: readonly Service[]
  readonly asks?: readonly Question[]
  readonly limit?: LimitName
}

/** Replaces answers of the circumstances; covers calls and jobs. */
export interface Decide<S extends z.ZodType = z.ZodType> {
  readonly kind: 'decides'
  readonly options: S
  readonly summary: string
  /** Whether a rule may leave out what it is on: it is then on whatever the effect concerns. */
  readonly anywhere: boolean
  explain(options: z.output<S>): string
  /** Whether a row or a job can notice it at all. */
  concerns(options: z.output<S>, target: EffectTarget): boolean
  decide(options: z.output<S>, circumstances: Circumstances, draws: Draws): Circumstances
}

export type Effect = Wrap | Decide

export const defineWrap = <S extends z.ZodType>(effect: Omit<Wrap<S>, 'kind'>): Wrap<S> => ({ kind: 'wraps', ...effect })
export const defineDecide = <S extends z.ZodType>(effect: Omit<Decide<S>, 'kind'>): Decide<S> => ({ kind: 'decides', ...effect })
