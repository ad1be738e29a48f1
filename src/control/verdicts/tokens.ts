/** Verdicts on tokens. */
import { operationsById } from '../../service/areas/index.ts'
import { scopes as known } from '../../service/wire/vocabulary.ts'
import { requestOf } from './judging/deed.ts'
import { defineVerdict, type Read, readOf, recent, waits } from './judging/verdict.ts'

/** Number of calls needed to tell how a client gets its tokens. */
const enough = 5

export const tokenReused = defineVerdict({
  id: 'token-reused',
  sentence: 'A client uses a token until shortly before it expires.',
  severity: 'advice',
  source: 'authentication §9',
  guidance:
    'Cache each token until shortly before it expires. A new token for every call doubles the number of calls and reaches limits sooner.',
  remember: () => ({ seen: recent<string, true>(), first: [] as string[], calls: 0, reused: 0, fresh: 0 }),
  look({ id, token, expires }, tokens) {
    if (token === null || expires === null) return
    tokens.calls++
    if (tokens.seen.get(token)) {
      tokens.reused++
      return
    }
    tokens.seen.set(token, true)
    tokens.fresh++
    if (tokens.first.length < enough) tokens.first.push(id)
  },
  conclude({ calls, reused, fresh, first }, tell) {
    if (calls < enough) return
    // A client that reuses some tokens but often gets new ones counts as neither good nor bad.
    if (reused > fresh) tell.met()
    else if (reused === 0) tell.broken(...first)
  },
})

const all: readonly string[] = Object.values(known)

interface Usage {
  readonly operations: Set<string>
  /** Maps a scope to the first call made with a token that has it. */
  readonly granted: Map<string, string>
  calls: number
  /** Facts about the last call, because the next one usually has the same facts. */
  last: { readonly operation: string; readonly scopes: readonly string[]; readonly counts: boolean } | undefined
}

export const fewScopes = defineVerdict({
  id: 'few-scopes',
  sentence: "A client's token contains only the scopes that the client's calls need.",
  severity: 'advice',
  source: 'authentication §6',
  guidance: 'Request only the scopes for the operations that the client calls. A leaked token then does less harm.',
  remember: (): Usage => ({ operations: new Set(), granted: new Map(), calls: 0, last: undefined }),
  look({ id, operation, scopes }, used) {
    if (operation === null) return
    const { last } = used
    if (last?.operation === operation && last.scopes === scopes) {
      if (last.counts) used.calls++
      return
    }
    // If a token request contains no scopes, Standin grants all of them.
    const counts = scopes.length > 0 && !all.every((each) => scopes.includes(each))
    used.last = { operation, scopes, counts }
    if (!counts) return
    used.calls++
    used.operations.add(operation)
    for (const scope of scopes) if (all.includes(scope) && !used.granted.has(scope)) used.granted.set(scope, id)
  },
  conclude({ operations, granted, calls }, tell) {
    if (calls < enough) return
    const needed = new Set([...operations].flatMap(scopesOf))
    for (const [scope, call] of granted) if (!needed.has(scope)) tell.broken(call)
    if ([...granted.keys()].every((scope) => needed.has(scope))) tell.met()
  },
})

function scopesOf(operation: string): readonly string[] {
  // This operation checks the scope itself, so its row only requires a token.
  if (operation === 'events.createSubscription') return [known.eventsSubscribe]
  const access = operationsById.get(operation)?.access
  return access?.kind === 'scope' ? access.anyOf : []
}

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
