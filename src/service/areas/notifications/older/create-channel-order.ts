/** Orders a notification to several recipients over the channel in the request. */
import { json } from '../../../wire/row.ts'
import { callers, defineOperation } from '../../operation.ts'
import { olderOrderConstraints } from '../constraints/older-constraints.ts'
import { olderOrderNames } from '../constraints/older-names.ts'
import { exampleOlderOrder, type OlderOrderRequest, olderOrderRequest } from '../constraints/older-order.ts'
import { channelSchemas } from '../constraints/order.ts'
import { aboutList, contentTypeOf, listFacts, listOf, placeList } from './placing-lists.ts'

export const createChannelOrder = defineOperation({
  ...listFacts,
  id: 'notifications.createChannelOrder',
  path: '/orders',
  summary: 'Order a notification to several recipients, by email, SMS, or both',
  request: { body: json(olderOrderRequest, olderOrderConstraints, olderOrderNames) },
  about: ({ body }) => aboutList(listIn(body)),
  example: { as: callers.creator, input: () => ({ body: exampleOlderOrder }) },

  handle({ body }, context) {
    return placeList(body, listIn(body), context)
  },
})

/** Returns a request's list of recipients. An unknown channel number passes the constraints and counts as email. */
function listIn(request: OlderOrderRequest) {
  const { notificationChannel: channel, emailTemplate, smsTemplate } = request
  const { subject = '', body = '', fromAddress } = emailTemplate ?? {}
  const contentType = contentTypeOf(emailTemplate?.contentType)
  return listOf(request, {
    channelSchema: channel != null && channelSchemas.includes(channel) ? channel : 'Email',
    ...(emailTemplate && { emailSettings: { senderEmailAddress: fromAddress || undefined, subject, body, contentType } }),
    ...(smsTemplate && { smsSettings: { sender: smsTemplate.senderNumber, body: smsTemplate.body } }),
  })
}
