/** The interface for an effect, and code that effects share: options, and cutting off bodies. */
import { z } from 'zod'
import type { RefusalKey } from '../../areas/areas.ts'
import type { Circumstances } from '../../areas/circumstances.ts'
import { type Answer, type AnswerBody, type Call, type CallBody, isStream } from '../../wire/call.ts'
import type { RefusalValues } from '../../wire/refusal.ts'
import type { ReplyShapes } from '../../wire/row.ts'
import { utf8 } from '../../wire/text.ts'
import { durationForm, readDuration } from '../../wire/timestamp.ts'
import type { LimitName, Question, Service } from '../../wire/vocabulary.ts'
import { whenNeeded } from '../../wire/when-needed.ts'

/** A rule's random numbers and counters for a single call or job. */
export interface Draws {
  /** From 0 (inclusive) to 1 (exclusive), from the rule's own seeded generator. */
  fraction(): number
  /** This call's or job's position among those that the rule covers, counted from 1. */
  readonly nth: number
  /**
   * Increments a named counter and returns it. The counter starts when the scenario is activated. If a header requests the scenario without
   * `run`, the counter restarts after `lasting` milliseconds of world time.
   */
  count(name: string, lasting?: number): number
}

export interface Around extends Pick<Draws, 'fraction'> {
  readonly call: Call
  readonly replies: ReplyShapes
  /** Continues with this call or a replacement. Refusals are returned as answers. */
  proceed(call?: Call): Promise<Answer>
  /** Waits in real time. Ends early if the call ends or the simulator releases all calls. */
  pause(milliseconds: number): Promise<void>
  /** Waits in real time. Ends early if the call ends or the scenario is deactivated. */
  hold(milliseconds: number): Promise<void>
  /** Milliseconds since 1970 on the machine's clock, which clients use as well. */
  now(): number
  refuse(key: RefusalKey, values?: RefusalValues): Answer
}

/** An effect that wraps a call. It can change the call or its answer, or provide the answer itself. */
export interface Wrap<S extends z.ZodType = z.ZodType> {
  readonly kind: 'wraps'
  options(): S
  readonly summary: string
  /** Describes the options in an English sentence. */
  explain(options: z.output<S>): string
  wrap(options: z.output<S>, around: Around): Answer | Promise<Answer>
}

/** A row or job as a deciding effect sees it. Only rows have a method. */
export interface EffectTarget {
  readonly id: string
  readonly method?: string
  readonly dependsOn: readonly Service[]
  readonly asks?: readonly Question[]
  readonly limit?: LimitName
}

/** An effect that overrides circumstances, for calls and jobs. */
export interface Decide<S extends z.ZodType = z.ZodType> {
  readonly kind: 'decides'
  options(): S
  readonly summary: string
  /** True if a rule may omit `on`. The rule then covers every row and job that the effect concerns. */
  readonly anywhere: boolean
  explain(options: z.output<S>): string
  concerns(options: z.output<S>, target: EffectTarget): boolean
  decide(options: z.output<S>, circumstances: Circumstances, draws: Draws): Circumstances
}

export type Effect = Wrap | Decide

export const defineWrap = <S extends z.ZodType>(effect: Omit<Wrap<S>, 'kind'>): Wrap<S> => ({ kind: 'wraps', ...effect })
export const defineDecide = <S extends z.ZodType>(effect: Omit<Decide<S>, 'kind'>): Decide<S> => ({ kind: 'decides', ...effect })

/** Converts a string such as `0.5s` or `PT0.5S`, which can begin with `+` or `-`, to milliseconds. */
export const milliseconds = (text: string): number => (text.startsWith('-') ? -1 : 1) * (readDuration(text.replace(/^[+-]/, '')) ?? 0)

const durationError = `is not ${durationForm}`

export const durationOption = whenNeeded(() =>
  z.string({ error: durationError }).refine((text) => readDuration(text) !== undefined, { error: durationError }),
)

/** The longest delay that an effect can add to a call. */
export const longestWait = 'PT60S'

export const waitOption = whenNeeded(() =>
  durationOption().refine((text) => milliseconds(text) <= milliseconds(longestWait), { error: 'is more than a minute' }),
)

export const signedDurationOption = whenNeeded(() =>
  z.string().refine((text) => readDuration(text.replace(/^[+-]/, '')) !== undefined, { error: `${durationError}, or -5m` }),
)

const spanError = `is neither ${durationForm}, nor a whole number of milliseconds`

/** A duration, or a number of milliseconds. */
export const timeSpan = whenNeeded(() => z.union([durationOption(), z.int({ error: spanError }).min(0)], { error: spanError }))
export type TimeSpan = z.output<ReturnType<typeof timeSpan>>

export const spanOf = (span: TimeSpan): number => (typeof span === 'number' ? span : milliseconds(span))

export const shareOption = whenNeeded(() =>
  z.union([z.literal(true), z.number().min(0).max(1)], { error: 'is not true or a number from 0 to 1' }),
)

type Share = z.output<ReturnType<typeof shareOption>> | undefined

export const hits = (share: Share, fraction: () => number): boolean => share !== undefined && (share === true || fraction() < share)

/** Returns `all` for a full share, otherwise a string such as `30 % of ${some}`. */
export const shareText = (share: Share, all: string, some: string): string =>
  share === undefined || share === true || share === 1 ? all : `${Math.round(share * 1000) / 10} % of ${some}`

/** Replaces a call's body. Does not spread the call, because a host's call might have accessor properties. */
export function withBody({ method, url, headers, signal, isLocal }: Call, body: CallBody): Call {
  return { method, url, headers, signal, isLocal, body }
}

/** Yields the body in chunks. A body in memory is a single chunk. */
export async function* chunksOf(body: AnswerBody): AsyncIterable<Uint8Array> {
  if (isStream(body)) yield* body
  else yield wholeOf(body)
}

export const wholeOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? utf8(body) : body)

/** Yields the first `bytes` bytes, then stops reading. */
export async function* firstOf(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncIterable<Uint8Array> {
  let left = bytes
  if (left === 0) return
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.byteLength
    if (left <= 0) return
  }
}
