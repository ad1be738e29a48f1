/** Whether a client sends a refused call again as it was. */
import { type Deed, type Earlier, requestOf } from './judging/deed.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

const refusals = [400, 401, 403, 404, 422]
/** Milliseconds after which the call is not an answer to the refusal. */
const longest = 60_000

export const refusedUnchanged = defineVerdict({
  id: 'refused-unchanged',
  sentence: 'A client does not send a refused call again without a change.',
  severity: 'bad',
  source: 'spec §7',
  guidance: 'Repeat only lost replies, 429 and 5xx. Correct what 400 and 422 name, get a new token after 401, and report 403 and 404.',
  exercise: ['bad-request', 'forbidden', 'file-transfer-not-found', 'missing-contact-information', 'shipment-not-found'],
  /** Refused requests: whether each was sent again, with an excuse. That shows nothing. */
  remember: () => recent<string, 'refused' | 'sent again'>(),
  look(deed, refused, tell) {
    const { earlier, status, lost } = deed
    // The client did not cause a refusal of an outage, and may repeat the call.
    const isRefused = status !== null && refusals.includes(status) && !deed.refusedByOutage
    const isAgain = earlier !== null && earlier.status !== null && refusals.includes(earlier.status) && !earlier.refusedByOutage
    if (!isRefused && !isAgain) return
    const request = requestOf(deed)
    if (isAgain && earlier.waited <= longest && !isExcused(earlier, deed)) tell.broken(earlier.id, deed.id)
    // What is not known cannot be compared with what comes later.
    if (request === null) return
    const hasNewToken = isAgain && earlier.status === 401 && earlier.token !== deed.token
    if (isAgain && !hasNewToken) refused.set(request, 'sent again')
    else if (isRefused && !lost && refused.get(request) !== 'sent again') refused.set(request, 'refused')
  },
  conclude(refused, tell) {
    for (const each of refused.values()) if (each === 'refused') tell.met()
  },
})

/** The same call may have another result where something else has changed. */
function isExcused(earlier: Earlier, deed: Deed): boolean {
  const { status, code, lost, scenario, token, turned, clockMoved, changedByOthers, changedByCaller } = earlier
  if (lost || turned || clockMoved || changedByOthers) return true
  if (token !== deed.token && (status === 401 || status === 403 || status === 404)) return true
  if (changedByCaller && (status === 403 || status === 404 || (status === 400 && code !== null))) return true
  return scenario === null && deed.status !== status
}
