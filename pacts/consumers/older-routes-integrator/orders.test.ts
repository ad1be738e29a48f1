/** The integrator's contract for the older routes, which only the live service has. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { createAgreeing, example } from '../agreement.ts'
import { Refused } from '../asking.ts'
import { createOlderClient, root } from './client.ts'

const agree = createAgreeing('older-routes-integrator', createOlderClient, 'live')

const orderId = '3d8a1f0e-6b27-4c95-8e4d-9f1a2b3c4d5e'
const shipmentId = example('shipmentId')
const caller = 'a caller may order notifications'
const location = Matchers.regex('.+/orders/[0-9a-f-]{36}', `https://platform.tt02.altinn.no/notifications/api/v1/orders/${orderId}`)
const taken = (more: object = {}) => ({
  status: 202,
  headers: { Location: location },
  json: { orderId: Matchers.uuid(orderId), ...more },
})
const reached = { status: 'Success', isReserved: [], missingContact: [] }
const template = { subject: 'A new message', body: 'You have a new message.' }

test('emails to several recipients are ordered', async () => {
  const body = {
    sendersReference: 'case-7742',
    ...template,
    recipients: [{ emailAddress: 'a@example.org' }, { emailAddress: 'b@example.org' }],
  }
  const request = { method: 'POST', path: `${root}/email`, json: body } as const
  const receipt = await agree({ given: [caller], receiving: 'an order of emails', request, response: taken() }, (client) =>
    client.orderEmails(body),
  )

  expect(receipt).toEqual({ orderId, unreached: [] })
})

test('an SMS to a number is ordered', async () => {
  const body = { body: template.body, recipients: [{ mobileNumber: '+4799999999' }] }
  const request = { method: 'POST', path: `${root}/sms`, json: body } as const
  const receipt = await agree({ given: [caller], receiving: 'an order of an SMS', request, response: taken() }, (client) =>
    client.orderSms(body),
  )

  expect(receipt).toEqual({ orderId, unreached: [] })
})

test.each([
  ['a person who can be reached', '12838590150', reached, []],
  ['a person who is reserved', '26878530828', { ...reached, status: 'Failed', isReserved: ['26878530828'] }, ['26878530828']],
  [
    'a person without contact information',
    '02838039440',
    { ...reached, status: 'Failed', missingContact: ['02838039440'] },
    ['02838039440'],
  ],
] as const)('an order to %s is taken, and says so', async (who, nationalIdentityNumber, recipientLookup, unreached) => {
  const smsTemplate = { body: template.body }
  const body = { notificationChannel: 'EmailPreferred', emailTemplate: template, smsTemplate, recipients: [{ nationalIdentityNumber }] }
  const request = { method: 'POST', path: root, json: body } as const
  const receipt = await agree(
    { given: [caller], receiving: `an order to ${who}`, request, response: taken({ recipientLookup }) },
    (client) => client.orderInChannel(body),
  )

  expect(receipt).toEqual({ orderId, unreached })
})

test('an order without recipients is refused', async () => {
  const body = { ...template, recipients: [] }
  const request = { method: 'POST', path: `${root}/email`, json: body } as const
  const response = { status: 400, json: { status: 400, errors: { Recipients: ['One or more recipient is required.'] } } }
  const refused = await agree({ given: [caller], receiving: 'an order without recipients', request, response }, (client) =>
    client.orderEmails(body).catch((thrown: unknown) => thrown),
  )

  expect(refused).toMatchObject({ status: 400, errors: { Recipients: ['One or more recipient is required.'] } })
})

test('an order is read', async () => {
  const request = { method: 'GET', path: `${root}/{shipmentId}` } as const
  const recipients = Matchers.eachLike({ emailAddress: Matchers.like('someone@example.org') })
  const response = { status: 200, json: { notificationChannel: 'Email', recipients, emailTemplate: { subject: Matchers.like('Hello') } } }
  const channel = await agree({ given: ['a notification is delivered'], receiving: 'an order', request, response }, (client) =>
    client.channel(shipmentId),
  )

  expect(channel).toBe('Email')
})

test('an order that is due later is cancelled', async () => {
  const request = { method: 'PUT', path: `${root}/{shipmentId}/cancel` } as const
  const response = { status: 200, json: { processingStatus: { status: 'Cancelled' } } }
  const status = await agree(
    { given: ['a notification is ordered for later'], receiving: 'the cancellation of an order', request, response },
    (client) => client.cancel(shipmentId),
  )

  expect(status).toBe('Cancelled')
})

test('an order whose messages are sent cannot be cancelled', async () => {
  const request = { method: 'PUT', path: `${root}/{shipmentId}/cancel` } as const
  const response = { status: 409, json: { status: 409, title: 'Conflict' } }
  const refused = await agree(
    { given: ['a notification is delivered'], receiving: 'the cancellation of an order that is sent', request, response },
    (client) => client.cancel(shipmentId).catch((thrown: unknown) => thrown),
  )

  expect(refused).toMatchObject({ status: 409 })
})

test('the status of an order is read', async () => {
  const request = { method: 'GET', path: `${root}/{shipmentId}/status` } as const
  const response = { status: 200, json: { processingStatus: { status: Matchers.regex('Registered|Processing|Completed', 'Completed') } } }
  const status = await agree({ given: ['a notification is delivered'], receiving: 'the status of an order', request, response }, (client) =>
    client.status(shipmentId),
  )

  expect(status).toBe('Completed')
})

test('the emails of an order are read', async () => {
  const request = { method: 'GET', path: `${root}/{shipmentId}/notifications/email` } as const
  const email = { recipient: { emailAddress: Matchers.like('someone@example.org') }, sendStatus: { status: 'Delivered' } }
  const response = { status: 200, json: { generated: 1, succeeded: 1, notifications: [email] } }
  const messages = await agree(
    { given: ['a notification is delivered'], receiving: 'the emails of an order', request, response },
    (client) => client.messages(shipmentId, 'email'),
  )

  expect(messages).toEqual([['someone@example.org', 'Delivered']])
})

test('the SMS of an order are read: it has none', async () => {
  const request = { method: 'GET', path: `${root}/{shipmentId}/notifications/sms` } as const
  const response = { status: 200, json: { generated: 0, succeeded: 0, notifications: [] } }
  const messages = await agree({ given: ['a notification is delivered'], receiving: 'the SMS of an order', request, response }, (client) =>
    client.messages(shipmentId, 'sms'),
  )

  expect(messages).toEqual([])
})

test('no order has the reference', async () => {
  const request = { method: 'GET', path: root, query: { sendersReference: 'none' } } as const
  const response = { status: 200, json: { count: 0, orders: [] } }
  const found = await agree({ given: [caller], receiving: 'the orders with a reference', request, response }, (client) =>
    client.withReference('none'),
  )

  expect(found).toEqual([])
})

test('an order that does not exist is not found', async () => {
  const request = { method: 'GET', path: `${root}/${orderId}/status` } as const
  const response = { status: 404, headers: { 'Content-Length': '0' } }
  const refused = await agree({ given: [caller], receiving: 'the status of an unknown order', request, response }, (client) =>
    client.status(orderId).catch((thrown: unknown) => thrown),
  )

  expect(refused).toBeInstanceOf(Refused)
})

test('a call without a token is refused', async () => {
  const body = { ...template, recipients: [{ emailAddress: 'a@example.org' }] }
  const request = { method: 'POST', path: `${root}/email`, json: body } as const
  const response = { status: 401, headers: { 'Content-Length': '0' } }
  const refused = await agree({ receiving: 'an order of emails without a token', request, response, token: null }, (client) =>
    client.orderEmails(body).catch((thrown: unknown) => thrown),
  )

  expect(refused).toMatchObject({ status: 401 })
})
