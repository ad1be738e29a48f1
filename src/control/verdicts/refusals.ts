/** Verdicts on refused calls. */
import { type Deed, type Earlier, type Facts, requestOf } from './judging/deed.ts'
import { defineVerdict, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

const refusals = [400, 401, 403, 404, 422]
/** Milliseconds after which an identical call no longer counts as a reaction to the refusal. */
const longest = 60_000

export const refusedUnchanged = defineVerdict({
  id: 'refused-unchanged',
  sentence: 'A client does not retry a refused call unchanged.',
  severity: 'bad',
  source: 'spec §7',
  guidance:
    'Retry only after lost replies, 429 and 5xx. Correct the errors that 400 and 422 report, get a new token after 401, and report 403 and 404.',
  exercise: ['bad-request', 'forbidden', 'file-transfer-not-found', 'missing-contact-information', 'shipment-not-found'],
  /** Refused requests. A request that was sent again with an excuse proves nothing. */
  remember: () => recent<string, 'refused' | 'sent again'>(),
  look(deed, refused, tell) {
    const { earlier, status, lost } = deed
    // A refusal caused by an outage is not the client's fault, so the client may retry the call.
    const isRefused = status !== null && refusals.includes(status) && !deed.refusedByOutage
    const isAgain = earlier !== null && earlier.status !== null && refusals.includes(earlier.status) && !earlier.refusedByOutage
    if (!isRefused && !isAgain) return
    const request = requestOf(deed)
    if (isAgain && earlier.waited <= longest && !isExcused(earlier, deed)) tell.broken(earlier.id, deed.id)
    // Unknown content cannot be compared with later calls.
    if (request === null) return
    const hasNewToken = isAgain && earlier.status === 401 && earlier.token !== deed.token
    if (isAgain && !hasNewToken) refused.set(request, 'sent again')
    else if (isRefused && !lost && refused.get(request) !== 'sent again') refused.set(request, 'refused')
  },
  conclude(refused, tell) {
    for (const each of refused.values()) if (each === 'refused') tell.met()
  },
})

/** True if the same call may now have a different result, because something else has changed. */
function isExcused(earlier: Earlier, deed: Deed): boolean {
  const { status, code, lost, scenario, token, turned, clockMoved, changedByOthers, changedByCaller } = earlier
  if (lost || turned || clockMoved || changedByOthers) return true
  if (token !== deed.token && (status === 401 || status === 403 || status === 404)) return true
  if (changedByCaller && (status === 403 || status === 404 || (status === 400 && code !== null))) return true
  return scenario === null && deed.status !== status
}

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
