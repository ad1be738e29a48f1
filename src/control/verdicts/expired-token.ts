/** Checks that a client stops using an expired token. */
import { requestOf } from './judging/deed.ts'
import { defineVerdict, type Read, readOf, recent, waits } from './judging/verdict.ts'

/** In milliseconds of real or world time. Calls might still be in flight while the client gets a new token. */
const renewal = 1_000

interface Used {
  /** The call whose reply reported that the token is invalid; null if there was none. */
  told: Read | null
  readonly clockMoves: number
}

export const expiredToken = defineVerdict({
  id: 'expired-token',
  sentence: 'A client gets a new token before the old one expires, or after a 401 at the latest.',
  severity: 'bad',
  source: 'authentication §9',
  guidance:
    "Store a token's expiry time when you get the token, and get a new token a minute earlier. After a 401, get a new token for all calls.",
  exercise: ['token-expired'],
  remember: () => ({
    tokens: recent<string, Used>(),
    last: { token: '', expires: Number.POSITIVE_INFINITY, scopes: [] as readonly string[] },
  }),
  look(deed, { tokens, last }, tell) {
    const { token, expires, scopes, at, clockMoves } = deed
    if (token === null || expires === null) return
    // The client renewed its token as it should. If the new token is refused too, the cause is clock skew, and no token will help.
    const isRenewed = token !== last.token && tokens.get(last.token)?.told != null
    const used = tokens.get(token)
    // A token that the client already had is not a replacement, and neither is a token with other scopes.
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
    // Retrying the same request is covered by `refused-unchanged`.
    if (told && waits(told, deed).waited >= renewal && told.request !== requestOf(deed)) tell.broken(told.id, deed.id)
    // A client cannot know that a tester moved the clock. If a token was expired from the start, a tester made it.
    else if (isExpired && used && !told && used.clockMoves === clockMoves) tell.broken(deed.id)
    // With this code, the token itself is valid, but its owner has no access or appears to have none.
    if (deed.status === 401 && deed.code !== 'BRO-00006' && !told && !(isRenewed && !used))
      tokens.set(token, { told: readOf(deed), clockMoves })
  },
})
