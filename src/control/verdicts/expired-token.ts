/** Whether a client stops using a token that has expired. */
import { requestOf } from './judging/deed.ts'
import { defineVerdict, type Read, readOf, recent, waits } from './judging/verdict.ts'

/** Calls that are on their way while the client gets a new token. Real or world milliseconds. */
const renewal = 1_000

interface Used {
  /** The call that was told that the token is no good, and when it ended; null: no call was. */
  told: Read | null
  readonly clockMoves: number
}

export const expiredToken = defineVerdict({
  id: 'expired-token',
  sentence: 'A client gets a new token before the old one expires, and at the latest when a 401 says so.',
  severity: 'bad',
  source: 'authentication §9',
  guidance: 'Read the lifetime of a token when you get it, and renew it a minute before. After a 401, get a new one for all calls.',
  exercise: ['token-expired'],
  remember: () => ({
    tokens: recent<string, Used>(),
    last: { token: '', expires: Number.POSITIVE_INFINITY, scopes: [] as readonly string[] },
  }),
  look(deed, { tokens, last }, tell) {
    const { token, expires, scopes, at, clockMoves } = deed
    if (token === null || expires === null) return
    // The client did as it should: where the new one is refused, too, the clocks differ, and no token helps.
    const isRenewed = token !== last.token && tokens.get(last.token)?.told != null
    const used = tokens.get(token)
    // A token that the client had before replaces nothing, nor does one for other calls.
    const isNew = token !== last.token && !used && scopes.join() === last.scopes.join()
    if (isNew && (isRenewed || (at >= last.expires && expires > at))) tell.met()
    last.token = token
    last.expires = expires
    last.scopes = scopes
    const isExpired = expires <= at
    if (!isExpired && !(deed.status === 401 && deed.skewed) && !used?.told) {
      if (used?.clockMoves !== clockMoves) tokens.set(token, { told: null, clockMoves })
      return
    }
    const told = used?.told
    // The same request again is another verdict's matter.
    if (told && waits(told, deed).waited >= renewal && told.request !== requestOf(deed)) tell.broken(told.id, deed.id)
    // A client cannot know when a tester moves the clock. A token that was never good is a tester's, too.
    else if (isExpired && used && !told && used.clockMoves === clockMoves) tell.broken(deed.id)
    // With this code, the token is good: its owner has no right, or seems to have none.
    if (deed.status === 401 && deed.code !== 'BRO-00006' && !told && !(isRenewed && !used))
      tokens.set(token, { told: readOf(deed), clockMoves })
  },
})
