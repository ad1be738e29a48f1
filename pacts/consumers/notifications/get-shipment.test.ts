/** GET /future/shipment/{id}, as the notification client needs it. */
import { Matchers } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { createAgreeing, example, type State } from '../agreement.ts'
import { refuses, refusesStrangers } from '../refusals.ts'
import { createNotificationClient, type NotificationClient } from './client.ts'

const agree = createAgreeing('notification-client', createNotificationClient)

const shipmentId = example('shipmentId')
const emailAddress = 'someone@example.org'
const receiving = 'a request for a delivery manifest'
const request = { method: 'GET', path: '/future/shipment/{shipmentId}' } as const
const call = (client: NotificationClient) => client.manifest(shipmentId)

test('the manifest of a new order has no recipients', async () => {
  const json = { shipmentId: Matchers.uuid(shipmentId), status: 'Order_Registered', recipients: [] }
  const manifest = await agree({ given: ['a notification is ordered'], receiving, request, response: { status: 200, json } }, call)

  expect(manifest).toEqual({ status: 'Order_Registered', recipients: [] })
})

test('the manifest of a delivered notification lists each recipient and the status of its message', async () => {
  const given: State[] = [['a notification is delivered', { emailAddress }]]
  const recipient = { type: 'Email', destination: emailAddress, status: 'Email_Delivered' }
  const json = { shipmentId: Matchers.uuid(shipmentId), status: 'Order_Completed', recipients: [recipient] }
  const manifest = await agree({ given, receiving, request, response: { status: 200, json } }, call)

  expect(manifest).toEqual({
    status: 'Order_Completed',
    recipients: [{ channel: 'Email', address: emailAddress, status: 'Email_Delivered' }],
  })
})

const caller = 'a caller may order notifications'
const notFound = { status: 404, code: 'NOT-00003' }
const unknownId = '00000000-0000-4000-8000-000000000000'

refuses(agree, [
  {
    ...notFound,
    receiving: `${receiving} of another organization`,
    request,
    call,
    given: [['a notification is ordered', { caller: 'stranger' }]],
  },
  {
    ...notFound,
    receiving: 'a request for a delivery manifest that does not exist',
    request: { ...request, path: `/future/shipment/${unknownId}` },
    call: (client) => client.manifest(unknownId),
    given: [caller],
  },
  {
    ...notFound,
    receiving: 'a request for a delivery manifest by an id that is not a GUID',
    request: { ...request, path: '/future/shipment/case-7741' },
    call: (client) => client.manifest('case-7741'),
    given: [caller],
  },
  {
    status: 503,
    code: 'NOT-00004',
    receiving,
    request,
    call,
    given: ['a notification is ordered', 'an internal service cannot be reached'],
  },
])
refusesStrangers(agree, { receiving, request, call })
