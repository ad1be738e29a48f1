/** POST /future/orders, as the notification client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { createAgreeing, example, injected, type State } from '../agreement.ts'
import { type Refusal, refuses, refusesStrangers } from '../refusals.ts'
import { createNotificationClient, type NotificationClient, type Order, orderBody } from './client.ts'

const agree = createAgreeing('notification-client', createNotificationClient)

const texts = { subject: 'A new message', body: 'You have a new message.' }
const order = { idempotencyId: 'case-7741', sendersReference: 'case-7741', texts }
const toPerson: Order = { ...order, to: { person: example('nationalIdentityNumber') } }
const toOrganization: Order = { ...order, to: { organization: example('orgNumber') } }
const toEmail: Order = { ...order, to: { email: 'someone@example.org' } }
const toPhone: Order = { ...order, to: { phone: '+4799999999' } }

const caller = 'a caller may order notifications'
const person = 'a person has contact information'

const asking = (json: unknown) => ({ method: 'POST', path: '/future/orders', json }) as const

/** The numbers of looked-up recipients come from the provider state. */
function bodyOf(placed: Order) {
  const { recipient, ...body } = orderBody(placed)
  const { recipientPerson, recipientOrganization } = recipient
  return {
    ...body,
    recipient: {
      ...recipient,
      recipientPerson: recipientPerson && { ...recipientPerson, nationalIdentityNumber: injected('{nationalIdentityNumber}') },
      recipientOrganization: recipientOrganization && { ...recipientOrganization, orgNumber: injected('{orgNumber}') },
    },
  }
}

const orderId = example('notificationOrderId')
const shipmentId = example('shipmentId')
const reminderId = '6b1f3a52-0c7d-4d8e-a9f4-13c5e7092b84'
const registered = (more: object = {}) => ({
  status: 201,
  json: { notificationOrderId: Matchers.uuid(orderId), notification: { shipmentId: Matchers.uuid(shipmentId), ...more } },
})

test.each<[string, State[], Order]>([
  ['an order to a person', [caller, person], toPerson],
  ['an order to an email address', [caller], toEmail],
  ['an order to a phone number', [caller], toPhone],
])('%s is registered under the sender’s reference', async (receiving, given, placed) => {
  const response = registered({ sendersReference: 'case-7741' })
  const receipt = await agree({ given, receiving, request: asking(bodyOf(placed)), response }, (client) => client.order(placed))

  expect(receipt).toEqual({ orderId, shipmentId, reminderIds: [], repeated: false })
})

test('a reminder has a shipment of its own', async () => {
  const placed = { ...toEmail, remindAfter: 7 }
  const response = registered({ reminders: [{ shipmentId: Matchers.uuid(reminderId) }] })
  const request = asking(bodyOf(placed))
  const receipt = await agree({ given: [caller], receiving: 'an order with a reminder', request, response }, (client) =>
    client.order(placed),
  )

  expect(receipt).toEqual({ orderId, shipmentId, reminderIds: [reminderId], repeated: false })
})

test('the same order again is not a new order', async () => {
  const given: State[] = [['a notification is ordered', { idempotencyId: toEmail.idempotencyId }]]
  const response = { ...registered(), status: 200 }
  const request = asking(bodyOf(toEmail))
  const receipt = await agree({ given, receiving: 'the same order again', request, response }, (client) => client.order(toEmail))

  expect(receipt).toEqual({ orderId, shipmentId, reminderIds: [], repeated: true })
})

const refusal = (placed: Order): Pick<Refusal<NotificationClient>, 'request' | 'call'> => ({
  request: asking(bodyOf(placed)),
  call: (client) => client.order(placed),
})

refuses(agree, [
  {
    ...refusal(toPerson),
    receiving: 'an order to a person',
    given: [caller, 'a person has no contact information'],
    status: 422,
    code: 'NOT-00001',
  },
  {
    ...refusal(toOrganization),
    receiving: 'an order to an organization',
    given: [caller, 'an organization has no contact information'],
    status: 422,
    code: 'NOT-00001',
  },
  {
    ...refusal(toPerson),
    receiving: 'an order to a person',
    given: [caller, person, ['an internal service cannot be reached', { service: 'register' }]],
    status: 503,
    code: 'NOT-00004',
  },
  {
    ...refusal({ ...toEmail, idempotencyId: '' }),
    receiving: 'an order without an idempotencyId',
    given: [caller],
    status: 400,
    errors: { IdempotencyId: 'IdempotencyId cannot be null or empty.' },
  },
])
refusesStrangers(agree, { ...refusal(toEmail), receiving: 'an order' })
