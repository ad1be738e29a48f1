/** Orders an email to several recipients. */
import { json } from '../../../wire/row.ts'
import { callers, defineOperation } from '../../operation.ts'
import { emailOrderConstraints } from '../constraints/older-constraints.ts'
import { emailOrderNames } from '../constraints/older-names.ts'
import { type EmailOrderRequest, emailOrderRequest, exampleEmailOrder } from '../constraints/older-order.ts'
import { aboutList, contentTypeOf, listFacts, listOf, placeList } from './placing-lists.ts'

export const createEmailOrder = defineOperation({
  ...listFacts,
  id: 'notifications.createEmailOrder',
  path: '/orders/email',
  summary: 'Order an email to several recipients',
  request: { body: json(emailOrderRequest, emailOrderConstraints, emailOrderNames) },
  about: ({ body }) => aboutList(listIn(body)),
  example: { as: callers.creator, input: () => ({ body: exampleEmailOrder }) },

  handle({ body }, context) {
    return placeList(body, listIn(body), context)
  },
})

function listIn(request: EmailOrderRequest) {
  const { subject, body, contentType } = request
  return listOf(request, { channelSchema: 'Email', emailSettings: { subject, body, contentType: contentTypeOf(contentType) } })
}
