/** Orders an SMS to several recipients. */
import { json } from '../../../wire/row.ts'
import { callers, defineOperation } from '../../operation.ts'
import { smsOrderConstraints } from '../constraints/older-constraints.ts'
import { smsOrderNames } from '../constraints/older-names.ts'
import { exampleSmsOrder, type SmsOrderRequest, smsOrderRequest } from '../constraints/older-order.ts'
import { aboutList, listFacts, listOf, placeList } from './placing-lists.ts'

export const createSmsOrder = defineOperation({
  ...listFacts,
  id: 'notifications.createSmsOrder',
  path: '/orders/sms',
  summary: 'Order an SMS to several recipients',
  request: { body: json(smsOrderRequest, smsOrderConstraints, smsOrderNames) },
  about: ({ body }) => aboutList(listIn(body)),
  example: { as: callers.creator, input: () => ({ body: exampleSmsOrder }) },

  handle({ body }, context) {
    return placeList(body, listIn(body), context)
  },
})

function listIn(request: SmsOrderRequest) {
  const { senderNumber, body } = request
  return listOf(request, { channelSchema: 'Sms', smsSettings: { sender: senderNumber, body } })
}
