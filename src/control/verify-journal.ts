/** Verifies how often something was called: for tests in any language. */
import { fulfilledReply, unfulfilledReply } from '../control-replies/journal.ts'
import { expectation } from '../knobs/journal/expectation.ts'
import { json, reply } from '../wire/row.ts'
import { demandScenario } from './journal-query.ts'
import { defineControl } from './row.ts'

export const verifyJournal = defineControl({
  id: 'control.verifyJournal',
  summary: 'Verify how often something was called; if the count is wrong, show the nearest lines',
  request: { body: json(expectation) },
  replies: { 200: reply.json(fulfilledReply), 422: reply.json(unfulfilledReply) },
  example: { body: { operation: 'notifications.createOrder', count: 1, where: { status: 201, org: 'ttd' } } },

  async handle({ body }, { knobs, reply: answer }) {
    await demandScenario(knobs, body.where?.scenario)
    const verification = knobs.journal.verify(body)
    return verification.ok ? answer(200, verification) : answer(422, verification)
  },
})
