/** Lists the caller's orders that have a given reference. */
import { z } from 'zod'
import { demandStorableTexts } from '../../../wire/refusal.ts'
import { reply } from '../../../wire/row.ts'
import { notBlank } from '../../../wire/text.ts'
import { scope, scopes } from '../../../wire/vocabulary.ts'
import { callers, defineOperation } from '../../operation.ts'
import { olderOrdersReply } from '../constraints/older-replies.ts'
import { orderOf } from '../records/order-view.ts'
import { owns, shipments } from '../records.ts'

const query = z.object({
  sendersReference: z
    .string({ error: "A value for the 'sendersReference' parameter or property was not provided." })
    .regex(notBlank, { error: 'The sendersReference field is required.' })
    .describe("The orders' reference."),
})

export const findOrders = defineOperation({
  id: 'notifications.findOrders',
  method: 'GET',
  dialect: 'live',
  path: '/orders',
  summary: 'Find orders by their sender’s reference',
  access: scope(scopes.createNotifications),
  dependsOn: ['database'],
  request: { query },
  replies: { 200: reply.json(olderOrdersReply) },
  refusals: ['no-organization', 'unmappable'],
  about: () => ({}),
  example: { given: 'a notification is delivered', as: callers.creator, input: () => ({ query: { sendersReference: 'case-7741' } }) },

  handle({ query }, { environment, fail, findOwner, reply: answer, url }) {
    const owner = findOwner()
    if (!owner) throw fail('no-organization')
    demandStorableTexts(query)
    const own = environment
      .of(shipments)
      .withReference(query.sendersReference)
      .filter((shipment) => owns(owner, shipment))
    return answer(200, { count: own.length, orders: own.map((shipment) => orderOf(shipment, environment.name, url)) })
  },
})
