/** Tracks how far a call in a replay may run, and how far it has run. */

import { BodyTooLarge, type CallBody, ClientGone, type PendingAnswer } from '../../../service/wire/call.ts'
import { stageNames } from '../../../service/world/journal.ts'
import type { RecordedCall } from './read-capsule.ts'

export interface ReplayedCall {
  readonly recorded: RecordedCall
  readonly leaving: AbortController
  /** Ranks of stages: the last stage that the call may enter, and the last stage that it has entered. */
  allowed: number
  entered: number
  /** Commits allowed, and commits made so far. */
  due: number
  commits: number
  answered: PendingAnswer | undefined
  /** Error that was thrown instead of an answer. */
  failure: Error | undefined
  /** True once the call waits for its body. */
  reading: boolean
  waiting: (() => void) | undefined
  /** Delivers the body, or reports that the client has disconnected. */
  giveBody(): void
}

/** Returns the call's name for messages. */
export function nameOf({ recorded: { arrival } }: ReplayedCall): string {
  const what = `${arrival.method} ${arrival.url.slice(0, 200)}`
  if (arrival.event === 'control') return what
  return `call ${arrival.number}${arrival.world === 'default' ? '' : ` in world ${arrival.world}`} (${what})`
}

export const newReplayedCall = (recorded: RecordedCall): ReplayedCall => ({
  recorded,
  leaving: new AbortController(),
  allowed: -1,
  entered: -1,
  due: 0,
  commits: 0,
  answered: undefined,
  failure: undefined,
  waiting: undefined,
  reading: false,
  giveBody() {},
})

/** Permits a call to continue to the recorded point. */
export function allow(call: ReplayedCall, stage: string | undefined, commits = 0): void {
  call.allowed = Math.max(call.allowed, rankOf(stage))
  call.due += commits
  call.waiting?.()
}

/**
 * Blocks before a stage until the recording enters that stage. If the client disconnects first, the call ends, unless the reply already
 * exists or the received part of the body is about to be stored.
 */
export function stand(call: ReplayedCall, stage: string): Promise<void> | undefined {
  const rank = rankOf(stage)
  if (rank <= call.allowed) {
    call.entered = rank
    return undefined
  }
  const { signal } = call.leaving
  return new Promise((resolve, reject) => {
    call.waiting = () => {
      if (rank <= call.allowed) {
        call.waiting = undefined
        call.entered = rank
        resolve()
      } else if (signal.aborted && stage !== 'waited') {
        call.waiting = undefined
        if (stage === 'answer') resolve()
        else reject(new ClientGone())
      }
    }
    call.waiting()
  })
}

/** Returns a body that is delivered when `giveBody` is called. `read` loads the bytes. */
export function replayedBody(call: ReplayedCall, read: () => Promise<readonly Uint8Array[]>): CallBody {
  const { promise: given, resolve } = Promise.withResolvers<void>()
  call.giveBody = resolve
  const { body: line } = call.recorded
  const chunksThen = async function* (): AsyncIterable<Uint8Array> {
    // The recorded call did not read the whole body, so the content is unknown.
    if (!line) throw new ClientGone()
    yield* await read()
    call.reading = true
    await given
    if (line.ended === 'gone' || call.leaving.signal.aborted) throw new ClientGone()
  }
  return {
    chunks: chunksThen,
    async collect(limit, arrived) {
      if (!line) throw new ClientGone()
      call.reading = true
      await given
      if (line.ended === 'too-large') throw new BodyTooLarge(limit)
      if (line.ended === 'gone') {
        arrived?.(line.received ?? 0)
        throw new ClientGone()
      }
      const [first = new Uint8Array(), ...others] = await read()
      if (first.byteLength > limit || others.length > 0) throw new BodyTooLarge(limit)
      arrived?.(first.byteLength)
      return first
    },
  }
}

/** The stages, and the points at which a waiting call resumes. */
const points: readonly string[] = [...stageNames, 'waited', 'answer']

/** Returns a stage's rank, or -1 for no stage. A stage unknown to this version ranks last. */
function rankOf(stage: string | undefined): number {
  if (stage === undefined) return -1
  const rank = points.indexOf(stage)
  return rank < 0 ? points.length : rank
}
