/** Whether a client repeats what failed for a moment. */
import { type Before, type Facts, namedIn, requestOf } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, type Read, readOf, recent } from './judging/verdict.ts'

interface Failed extends Read {
  /** Whether it was a repetition already: the client may give it up. */
  readonly repeated: boolean
}

export const retried = defineVerdict({
  id: 'retried',
  sentence: 'A client repeats a call that failed with 503 or 499.',
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Repeat it with back-off and the same idempotencyId. Nothing was lost but time.',
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

/** What a call tries to do: an order may come again under another idempotencyId, and an upload goes on with the bytes that are missing. */
const attemptedIn = (deed: Facts & Before): string | null =>
  deed.operation === 'resumableUpload.appendToUpload'
    ? `${deed.environment} upload to ${namedIn(deed.path)}`
    : (deed.order?.content.toString() ?? requestOf(deed))
