/** Whether a client accepts a reply that has more than it knows. */
import { type Deed, requestOf } from './judging/deed.ts'
import { recent } from './judging/recent.ts'
import { defineVerdict } from './judging/verdict.ts'

/** Milliseconds after which the same request is not a repetition, but another one. */
const longest = 300_000

export const additions = defineVerdict({
  id: 'additions',
  sentence: 'A client accepts a reply that has more than it knows.',
  severity: 'bad',
  source: 'notifications §13',
  guidance: 'Read the members that you need, and ignore the rest. Do not take a reply for a failure because of an addition.',
  exercise: ['tomorrow'],
  remember: () => recent<string, Pick<Deed, 'id' | 'ended' | 'turns'>>(),
  look(deed, accepted, tell) {
    const { id, began, ended, turns, method, status, lost } = deed
    // Who reads again may wait for a change.
    if (method === 'GET' || method === 'HEAD') return
    if (!deed.greased && accepted.size === 0) return
    const request = requestOf(deed)
    if (request === null) return
    const before = accepted.get(request)
    if (before && before.turns === turns && began >= before.ended && began - before.ended <= longest) tell.broken(before.id, id)
    if (!deed.greased || lost || status === null || status >= 300) return
    tell.met()
    accepted.set(request, { id, ended, turns })
  },
})
