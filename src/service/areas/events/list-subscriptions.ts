/** Lists the caller's subscriptions, whether validated or not. Source: events §4.3. */
import { consumerOf } from '../../tokens/caller.ts'
import { reply } from '../../wire/row.ts'
import { token } from '../../wire/vocabulary.ts'
import { callers, defineOperation } from '../operation.ts'
import { subscriptionsReply } from './constraints/schemas.ts'
import { subscriptionView } from './get-subscription.ts'
import { subscriptions } from './records/subscriptions.ts'
import { jsonProblem } from './wire.ts'

export const listSubscriptions = defineOperation({
  id: 'events.listSubscriptions',
  method: 'GET',
  path: '/events/api/v1/subscriptions',
  summary: 'List the caller’s subscriptions',
  access: token,
  problemType: jsonProblem,
  dependsOn: ['database'],
  request: {},
  replies: { 200: reply.json(subscriptionsReply) },
  refusals: [],
  about: () => ({}),
  example: { given: 'a subscription exists', as: callers.subscriber, input: () => ({}) },

  handle(_, { environment, caller, reply: answer }) {
    const consumer = consumerOf(caller)
    const own = consumer === undefined ? [] : environment.of(subscriptions).of(consumer).map(subscriptionView)
    return answer(200, { count: own.length, subscriptions: own })
  },
})
