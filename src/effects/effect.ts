/** The shape of an effect: one way to fail. */
import type { z } from 'zod'
import type { Circumstances } from '../state/circumstances.ts'
import type { Answer, Call, MaybePromise } from '../wire/call.ts'
import type { RefusalKey, RefusalValues } from '../wire/refusals.ts'

/** What a wrapping effect has around it. */
export interface Around {
  readonly call: Call
  /** Goes on with the walk, with another call if one is given; refusals come back as answers. */
  proceed(call?: Call): MaybePromise<Answer>
  /** Waits in real time; ends with the call. */
  pause(milliseconds: number): Promise<void>
  /** The answer that the row would give to this refusal. */
  refuse(key: RefusalKey, values?: RefusalValues): Answer
  /** From 0 to 1, of the rule's own seeded generator. */
  fraction(): number
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

/** Replaces answers of the circumstances; covers calls and jobs. */
export interface Decide<S extends z.ZodType = z.ZodType> {
  readonly kind: 'decides'
  readonly options: S
  readonly summary: string
  explain(options: z.output<S>): string
  decide(options: z.output<S>, circumstances: Circumstances): Circumstances
}

export type Effect = Wrap | Decide

export const defineWrap = <S extends z.ZodType>(effect: Omit<Wrap<S>, 'kind'>): Wrap<S> => ({ kind: 'wraps', ...effect })
export const defineDecide = <S extends z.ZodType>(effect: Omit<Decide<S>, 'kind'>): Decide<S> => ({ kind: 'decides', ...effect })
