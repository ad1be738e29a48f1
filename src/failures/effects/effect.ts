/** The shape of an effect: one way to fail. */
import type { z } from 'zod'
import type { Answer, Call, MaybePromise } from '../../wire/http/call.ts'
import type { LimitName } from '../../wire/rate-limits.ts'
import type { RefusalKey } from '../../wire/refusals/index.ts'
import type { RefusalValues } from '../../wire/refusals/refusal-form.ts'
import type { ReplyShapes } from '../../wire/row.ts'
import type { Question, Service } from '../../wire/services.ts'
import type { Circumstances } from '../../world/circumstances.ts'

/** The random numbers and counters of one rule, for one call or job. */
export interface Draws {
  /** A number from 0 up to 1, from the rule's own seeded generator. */
  fraction(): number
  /** The number of this call or job among those that the rule covers, counted from 1. */
  readonly nth: number
  /**
   * Counts a name: how often it has been counted since the scenario was switched on, this time included.
   * Where a header asks for the scenario without `run`, the count begins anew after `lasting` world milliseconds.
   */
  count(name: string, lasting?: number): number
}

/** What a wrapping effect can use. */
export interface Around extends Pick<Draws, 'fraction'> {
  readonly call: Call
  /** What the row can reply. */
  readonly replies: ReplyShapes
  /** Continues the walk, with another call if one is given. Refusals come back as answers. */
  proceed(call?: Call): MaybePromise<Answer>
  /** Waits in real time. The wait ends with the call, or when the simulator lets go of all calls. */
  pause(milliseconds: number): Promise<void>
  /** Waits in real time. The wait also ends when the scenario is switched off. */
  hold(milliseconds: number): Promise<void>
  /** Milliseconds since 1970 of the machine's clock, which is the clock of clients. */
  now(): number
  /** The answer of the row for this refusal. */
  refuse(key: RefusalKey, values?: RefusalValues): Answer
}

/** An effect around the walk. It can change the call and the answer, or answer itself. */
export interface Wrap<S extends z.ZodType = z.ZodType> {
  readonly kind: 'wraps'
  options(): S
  readonly summary: string
  /** Describes the options in one English sentence. */
  explain(options: z.output<S>): string
  wrap(options: z.output<S>, around: Around): MaybePromise<Answer>
}

/** A row or a job, as a deciding effect sees it. Only rows have a method. */
export interface EffectTarget {
  readonly id: string
  readonly method?: string
  readonly dependsOn: readonly Service[]
  readonly asks?: readonly Question[]
  readonly limit?: LimitName
}

/** An effect that replaces answers of the circumstances. It works for calls and jobs. */
export interface Decide<S extends z.ZodType = z.ZodType> {
  readonly kind: 'decides'
  options(): S
  readonly summary: string
  /** Whether a rule can leave out `on`. The rule then covers every row and job that the effect concerns. */
  readonly anywhere: boolean
  explain(options: z.output<S>): string
  /** Whether the effect makes a difference to a row or a job. */
  concerns(options: z.output<S>, target: EffectTarget): boolean
  decide(options: z.output<S>, circumstances: Circumstances, draws: Draws): Circumstances
}

export type Effect = Wrap | Decide

export const defineWrap = <S extends z.ZodType>(effect: Omit<Wrap<S>, 'kind'>): Wrap<S> => ({ kind: 'wraps', ...effect })
export const defineDecide = <S extends z.ZodType>(effect: Omit<Decide<S>, 'kind'>): Decide<S> => ({ kind: 'decides', ...effect })
