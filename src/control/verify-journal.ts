/** Verifies how often something was called: for tests in any language. */
import { expectation, fulfilledReply, unfulfilledReply } from '../knobs/journal/verify.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const verifyJournal = defineControl({
  id: 'control.verifyJournal',
  summary: 'Verify how often something was called; if the count is wrong, show the nearest lines',
  request: { body: json(expectation) },
  replies: { 200: reply.json(fulfilledReply), 422: reply.json(unfulfilledReply) },
  example: { body: { operation: 'notifications.createOrder', count: 1, where: { status: 201, org: 'ttd' } } },

  handle({ body }, { knobs, reply: answer }) {
    const verification = knobs.journal.verify(body)
    return verification.ok ? answer(200, verification) : answer(422, verification)
  },
})
