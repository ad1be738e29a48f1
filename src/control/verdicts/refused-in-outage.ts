/** Checks that a client does not blame its token for a 401 caused by an outage. */
import { type Facts, requestOf } from './judging/deed.ts'
import { defineVerdict, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

/** A client that uses this many new tokens for the same call is looping. Many clients get a new token after any 401. */
const mostTokens = 2

interface Refused extends Moment, Pick<Facts, 'token'> {
  readonly ids: readonly string[]
  /** Number of new tokens that were used to retry the call. */
  readonly renewed: number
  /** True if the call was retried unchanged, which is correct. */
  readonly repeated: boolean
}

export const refusedInOutage = defineVerdict({
  id: 'refused-in-outage',
  sentence: 'A client that gets 401 BRO-00006 because of an outage keeps its token and retries the call later.',
  severity: 'bad',
  source: 'decisions §13',
  guidance: 'A 401 with the code BRO-00006 says nothing about the token. Retry the call with back-off a few times before you give up.',
  exercise: ['outage-authorization-failing'],
  dialect: 'live',
  /** Calls whose last attempt was refused because of an outage. */
  remember: () => recent<string, Refused>(),
  look(deed, refused, tell) {
    if (!deed.refusedByOutage && refused.size === 0) return
    const request = requestOf(deed)
    if (request === null) return
    const { id, token, turns } = deed
    const known = refused.get(request)
    // After a tester changes a setting, the count starts over.
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
