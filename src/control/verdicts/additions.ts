/** Checks that a client accepts replies with members it does not know. */
import { type Deed, namedIn, requestOf } from './judging/deed.ts'
import { idsIn } from './judging/line-facts.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

/** Milliseconds after which an identical request counts as a new request rather than a retry. */
const longest = 300_000
/** Maximum number of ids remembered per reply. */
const mostIds = 20

export const additions = defineVerdict({
  id: 'additions',
  sentence: 'A client accepts a reply with unknown members.',
  severity: 'bad',
  source: 'notifications §13',
  guidance: 'Read the members that you need and ignore the rest. Do not treat a reply as a failure because it has additional members.',
  exercise: ['tomorrow'],
  /** `given`: ids from replies that contain extra members. A client that uses such an id has read the reply. */
  remember: () => ({ accepted: recent<string, Pick<Deed, 'id' | 'ended' | 'turns'>>(), given: recent<string, true>(200) }),
  look(deed, { accepted, given }, tell) {
    const { id, began, ended, turns, method, status, lost } = deed
    if (given.size > 0 && given.get(namedIn(deed.path))) tell.met()
    // A client that repeats a read might be waiting for a change.
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
