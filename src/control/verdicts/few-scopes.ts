/** Checks that a client's tokens have only the scopes that its calls need. */
import { operationsById } from '../../service/areas/index.ts'
import { scopes as known } from '../../service/wire/vocabulary.ts'
import { defineVerdict } from './judging/verdict.ts'

const enough = 5
const all: readonly string[] = Object.values(known)

interface Used {
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
  exercise: [],
  remember: (): Used => ({ operations: new Set(), granted: new Map(), calls: 0, last: undefined }),
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
