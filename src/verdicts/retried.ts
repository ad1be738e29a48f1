/** Whether a client repeats what failed for a moment. */
import { orderContent } from './judging/order-content.ts'
import { recent } from './judging/recent.ts'
import { defineVerdict } from './judging/verdict.ts'

export const retried = defineVerdict({
  id: 'retried',
  sentence: 'A client repeats a call that failed with 503 or 499.',
  severity: 'advice',
  source: 'spec §7',
  guidance: 'Repeat it with back-off and the same idempotencyId. Nothing was lost but time.',
  exercise: ['fail-twice-then-succeed', 'outage-database', 'cancelled'],
  remember: () => recent<string, string>(),
  look(deed, failures, tell) {
    const { id, request, status } = deed
    // An order that is repeated under another idempotencyId is repeated.
    const key = orderContent(deed)?.content.toString() ?? request
    if (key === null) return
    if (failures.get(key) !== undefined) tell.met()
    if (status === 503 || status === 499) failures.set(key, id)
    else failures.delete(key)
  },
  conclude(failures, tell) {
    tell.broken(...failures.values())
  },
})
