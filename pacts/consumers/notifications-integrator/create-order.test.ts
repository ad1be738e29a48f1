/** The integrator's contract for POST /future/orders. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { createAgreeing, example, injected, type State } from '../agreement.ts'
import { down, type Refusal, refuses, refusesAnyone } from '../refusals.ts'
import { createNotificationClient, type NotificationClient, type Order, orderBody } from './client.ts'

const agree = createAgreeing('notifications-integrator', createNotificationClient)

const texts = { subject: 'A new message', body: 'You have a new message.' }
const order = { idempotencyId: example('idempotencyId'), sendersReference: 'case-7741', texts }
const toPerson: Order = { ...order, to: { person: example('nationalIdentityNumber') } }
const toOrganization: Order = { ...order, to: { organization: example('orgNumber') } }
const toEmail: Order = { ...order, to: { email: 'someone@example.org' } }
const toPhone: Order = { ...order, to: { phone: '+4799999999' } }

const caller = 'a caller may order notifications'
const person = 'a person has contact information'

const asking = (json: unknown) => ({ method: 'POST', path: '/future/orders', json }) as const

/** Takes the idempotencyId and the recipients' numbers from the provider state. */
function bodyOf(placed: Order) {
  const { recipient, ...body } = orderBody(placed)
  const { recipientPerson, recipientOrganization } = recipient
  return {
    ...body,
    idempotencyId: body.idempotencyId && injected('{idempotencyId}'),
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
  ['an order to an organization', [caller, 'an organization has contact information'], toOrganization],
  ['an order to an email address', [caller], toEmail],
  ['an order to a phone number', [caller], toPhone],
])('%s is registered', async (receiving, given, placed) => {
  const request = asking(bodyOf(placed))
  const receipt = await agree({ given, receiving, request, response: registered() }, (client) => client.order(placed))

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

test('the same order again is not a new order: it has the ids of the first', async () => {
  const given: State[] = ['a notification is ordered']
  const json = { notificationOrderId: injected('{notificationOrderId}'), notification: { shipmentId: injected('{shipmentId}') } }
  const request = asking(bodyOf(toEmail))
  const receipt = await agree({ given, receiving: 'the same order again', request, response: { status: 200, json } }, (client) =>
    client.order(toEmail),
  )

  expect(receipt).toEqual({ orderId, shipmentId, reminderIds: [], repeated: true })
})

const placing = (placed: Order): Pick<Refusal<NotificationClient>, 'request' | 'call'> => ({
  request: asking(bodyOf(placed)),
  call: (client) => client.order(placed),
})
const missing = { status: 422, code: 'NOT-00001' } as const

refuses(agree, [
  { ...placing(toPerson), ...missing, receiving: 'an order to a person', given: [caller, 'a person has no contact information'] },
  {
    ...placing(toOrganization),
    ...missing,
    receiving: 'an order to an organization',
    given: [caller, 'an organization has no contact information'],
  },
  // After either status, the integrator retries the order with the same idempotencyId.
  { ...placing(toPerson), status: [503, 500], receiving: 'an order to a person', given: [caller, person, down('register')] },
  {
    ...placing({ ...toEmail, idempotencyId: '' }),
    receiving: 'an order without an idempotencyId',
    given: [caller],
    status: 400,
    fields: ['IdempotencyId'],
  },
  {
    ...placing({ ...toEmail, to: { email: 'someone' } }),
    receiving: 'an order to an address that is not an email address',
    given: [caller],
    status: 400,
    fields: ['Recipient.RecipientEmail.EmailAddress'],
  },
])
// No provider state supplies an idempotencyId for these calls.
refusesAnyone(agree, { ...placing(toEmail), request: asking(orderBody(toEmail)), receiving: 'an order' }, [caller])
