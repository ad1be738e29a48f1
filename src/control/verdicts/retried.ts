/** Checks that a client retries calls that failed temporarily. */
import { type Before, type Facts, namedIn, requestOf } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, type Read, readOf, recent } from './judging/verdict.ts'

interface Failed extends Read {
  /** True if the call was already a retry. The client may then give up. */
  readonly repeated: boolean
}

export const retried = defineVerdict({
  id: 'retried',
  sentence: 'A client retries a call that failed with 503 or 499.',
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Retry the call with back-off and the same idempotencyId.',
  exercise: ['fail-twice-then-succeed', 'outage-database', 'cancelled'],
  remember: () => recent<string, Failed>(),
  look(deed, failures, tell) {
    const { status } = deed
    const isFailed = status === 503 || status === 499
    if (!isFailed && failures.size === 0) return
    const key = attemptedIn(deed)
    if (key === null) return
    const before = failures.get(key)
    const isRepeated = before !== undefined && !deed.byLibrary && !mayBeUnread(before, deed)
    if (isRepeated) tell.met()
    if (isFailed) failures.set(key, { ...readOf(deed), repeated: isRepeated || (before?.repeated ?? false) })
    else failures.delete(key)
  },
  conclude(failures, tell) {
    tell.broken(...[...failures.values()].filter(({ repeated }) => !repeated).map(({ id }) => id))
  },
})

/**
 * Identifies the goal of a call: an order may be retried with a different idempotencyId, and an upload continues with the missing bytes.
 */
const attemptedIn = (deed: Facts & Before): string | null =>
  deed.operation === 'resumableUpload.appendToUpload'
    ? `${deed.environment} upload to ${namedIn(deed.path)}`
    : (deed.order?.content.toString() ?? requestOf(deed))
