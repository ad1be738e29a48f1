/** Whether a client accepts a reply that has more than it knows. */
import { type Deed, namedIn, requestOf } from './judging/deed.ts'
import { idsIn } from './judging/line-facts.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

/** Milliseconds after which the same request is not a repetition, but another one. */
const longest = 300_000
/** Ids of one reply that are remembered. */
const mostIds = 20

export const additions = defineVerdict({
  id: 'additions',
  sentence: 'A client accepts a reply that has more than it knows.',
  severity: 'bad',
  source: 'notifications §13',
  guidance: 'Read the members that you need, and ignore the rest. Do not take a reply for a failure because of an addition.',
  exercise: ['tomorrow'],
  /** What the replies with additions gave ids: a client that uses one has read it. */
  remember: () => ({ accepted: recent<string, Pick<Deed, 'id' | 'ended' | 'turns'>>(), given: recent<string, true>(200) }),
  look(deed, { accepted, given }, tell) {
    const { id, began, ended, turns, method, status, lost } = deed
    if (given.size > 0 && given.get(namedIn(deed.path))) tell.met()
    // A client that reads again may wait for a change.
    if (method === 'GET' || method === 'HEAD') return
    if (!deed.greased && accepted.size === 0) return
    const request = requestOf(deed)
    if (request === null) return
    const before = accepted.get(request)
    if (before && before.turns === turns && began >= before.ended && began - before.ended <= longest) tell.broken(before.id, id)
    if (!deed.greased || lost || status === null || status >= 300) return
    const known = namedIn(deed.path)
    for (const each of idsIn(deed.replyBody, mostIds)) if (each !== known) given.set(each, true)
    accepted.set(request, { id, ended, turns })
  },
})
