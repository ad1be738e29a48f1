/** The shape of an effect, which is one way to fail, and what several effects share: their options, and how they cut bodies. */
import { z } from 'zod'
import type { RefusalKey } from '../areas/areas.ts'
import type { Circumstances } from '../areas/circumstances.ts'
import { type Answer, type AnswerBody, type Call, type CallBody, isStream } from '../wire/call.ts'
import type { RefusalValues } from '../wire/refusal.ts'
import type { ReplyShapes } from '../wire/row.ts'
import { utf8 } from '../wire/text.ts'
import { durationForm, readDuration } from '../wire/timestamp.ts'
import type { LimitName, Question, Service } from '../wire/vocabulary.ts'
import { whenNeeded } from '../wire/when-needed.ts'

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
  proceed(call?: Call): Promise<Answer>
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
  wrap(options: z.output<S>, around: Around): Answer | Promise<Answer>
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

/** Milliseconds from a text such as `0.5s` or `PT0.5S`. The text can begin with `+` or `-`. */
export const milliseconds = (text: string): number => (text.startsWith('-') ? -1 : 1) * (readDuration(text.replace(/^[+-]/, '')) ?? 0)

const durationError = `is not ${durationForm}`

export const durationOption = whenNeeded(() =>
  z.string({ error: durationError }).refine((text) => readDuration(text) !== undefined, { error: durationError }),
)

/** The longest time for which a call is kept waiting. */
export const longestWait = 'PT60S'

export const waitOption = whenNeeded(() =>
  durationOption().refine((text) => milliseconds(text) <= milliseconds(longestWait), { error: 'is more than a minute' }),
)

export const signedDurationOption = whenNeeded(() =>
  z.string().refine((text) => readDuration(text.replace(/^[+-]/, '')) !== undefined, { error: `${durationError}, or -5m` }),
)

const spanError = `is neither ${durationForm}, nor a whole number of milliseconds`

/** A duration, or milliseconds. */
export const timeSpan = whenNeeded(() => z.union([durationOption(), z.int({ error: spanError }).min(0)], { error: spanError }))
export type TimeSpan = z.output<ReturnType<typeof timeSpan>>

/** Milliseconds. */
export const spanOf = (span: TimeSpan): number => (typeof span === 'number' ? span : milliseconds(span))

export const shareOption = whenNeeded(() =>
  z.union([z.literal(true), z.number().min(0).max(1)], { error: 'is not true or a number from 0 to 1' }),
)

type Share = z.output<ReturnType<typeof shareOption>> | undefined

export const hits = (share: Share, fraction: () => number): boolean => share !== undefined && (share === true || fraction() < share)

/** `all` when the share is everything, otherwise for example `30 % of ${some}`. */
export const shareText = (share: Share, all: string, some: string): string =>
  share === undefined || share === true || share === 1 ? all : `${Math.round(share * 1000) / 10} % of ${some}`

/** The call with another body. It does not spread the call, because the properties of a host's call can be accessors. */
export function withBody({ method, url, headers, signal, isLocal }: Call, body: CallBody): Call {
  return { method, url, headers, signal, isLocal, body }
}

/** The body in chunks. A body in memory is one chunk. */
export async function* chunksOf(body: AnswerBody): AsyncIterable<Uint8Array> {
  if (isStream(body)) yield* body
  else yield wholeOf(body)
}

export const wholeOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? utf8(body) : body)

/** The first `bytes` bytes. It stops reading after them. */
export async function* firstOf(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes
  if (left === 0) return
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.byteLength
    if (left <= 0) return
  }
}
