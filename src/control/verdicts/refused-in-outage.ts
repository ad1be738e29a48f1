/** Whether a client takes a 401 that an outage causes for its own fault. */
import { type Facts, requestOf } from './judging/deed.ts'
import { defineVerdict, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

/** So many new tokens for one call are a circle. One is what many clients fetch after any 401. */
const mostTokens = 2

interface Refused extends Moment, Pick<Facts, 'token'> {
  readonly ids: readonly string[]
  /** New tokens that it was repeated with. */
  readonly renewed: number
  /** Whether it was repeated as it was, which is right. */
  readonly repeated: boolean
}

export const refusedInOutage = defineVerdict({
  id: 'refused-in-outage',
  sentence: 'A client repeats a call later that is refused with 401 BRO-00006 because of an outage, and keeps its token.',
  severity: 'bad',
  source: 'decisions §13',
  guidance: 'A 401 with the code BRO-00006 says nothing about the token. Repeat the call with back-off a few times before you give it up.',
  exercise: ['outage-authorization-failing'],
  dialect: 'live',
  /** Calls that were refused so the last time. */
  remember: () => recent<string, Refused>(),
  look(deed, refused, tell) {
    if (!deed.refusedByOutage && refused.size === 0) return
    const request = requestOf(deed)
    if (request === null) return
    const { id, token, turns } = deed
    const known = refused.get(request)
    // A tester who turns a knob begins anew.
    const before = known && known.turns === turns && deed.began >= known.ended ? known : undefined
    const isRenewed = before !== undefined && before.token !== token
    const renewed = (before?.renewed ?? 0) + (isRenewed ? 1 : 0)
    const isRepeated = before !== undefined && !isRenewed && !mayBeUnread(before, deed)
    const repeated = isRepeated || (before?.repeated ?? false)
    const ids = [...(before?.ids ?? []), id].slice(-mostTokens - 1)
    if (isRepeated) tell.met()
    if (isRenewed && renewed >= mostTokens) tell.broken(...ids)
    if (deed.refusedByOutage && !deed.lost) refused.set(request, { ...momentOf(deed), ids, token, renewed, repeated })
    else refused.delete(request)
  },
  conclude(refused, tell) {
    for (const { ids, repeated } of refused.values()) if (!repeated) tell.broken(...ids)
  },
})
