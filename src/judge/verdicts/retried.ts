/** Whether a client repeats what failed for a moment. */
import { type Before, type Facts, namedIn, requestOf } from './judging/deed.ts'
import { defineVerdict, mayBeUnread, type Read, readOf, recent } from './judging/verdict.ts'

export const retried = defineVerdict({
  id: 'retried',
  sentence: 'A client repeats a call that failed with 503 or 499.',
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Repeat it with back-off and the same idempotencyId. Nothing was lost but time.',
  exercise: ['fail-twice-then-succeed', 'outage-database', 'cancelled'],
  remember: () => recent<string, Read>(),
  look(deed, failures, tell) {
    const { status } = deed
    const isFailed = status === 503 || status === 499
    if (!isFailed && failures.size === 0) return
    const key = attemptedIn(deed)
    if (key === null) return
    const before = failures.get(key)
    if (before && !deed.byLibrary && !mayBeUnread(before, deed)) tell.met()
    if (isFailed) failures.set(key, readOf(deed))
    else failures.delete(key)
  },
  conclude(failures, tell) {
    tell.broken(...[...failures.values()].map(({ id }) => id))
  },
})

/** What a call tries to do: an order may come again under another idempotencyId, and an upload goes on with the bytes that are missing. */
const attemptedIn = (deed: Facts & Before): string | null =>
  deed.operation === 'resumableUpload.appendToUpload'
    ? `${deed.environment} upload to ${namedIn(deed.path)}`
    : (deed.order?.content.toString() ?? requestOf(deed))
