/** The integrator's contract for GET /future/shipment/{id}. */
import { expect, test } from 'vitest'
import { createAgreeing, example, injected, type State } from '../agreement.ts'
import { down, refuses, refusesAnyone, seen } from '../refusals.ts'
import { createNotificationClient, type NotificationClient } from './client.ts'

const agree = createAgreeing('notifications-integrator', createNotificationClient)

const shipmentId = example('shipmentId')
const emailAddress = 'someone@example.org'
const ordered = 'a notification is ordered'
const receiving = 'a request for a delivery manifest'
const asked = (place: string, known = shipmentId) => ({
  request: { method: 'GET', path: `/future/shipment/${place}` } as const,
  call: (client: NotificationClient) => client.manifest(known),
})
const { request, call } = asked('{shipmentId}')

test.each([
  [ordered, 'Order_Registered'],
  ['a notification is cancelled', 'Order_Cancelled'],
])('%s: its manifest says %s and has no recipients', async (given, status) => {
  const json = { shipmentId: injected('{shipmentId}'), status, recipients: [] }
  const manifest = await agree({ given: [given], receiving, request, response: { status: 200, json } }, call)

  expect(manifest).toEqual({ status, recipients: [] })
})

test('the manifest of a delivered notification lists each recipient and the status of its message', async () => {
  const given: State[] = [['a notification is delivered', { emailAddress }]]
  const recipient = { type: 'Email', destination: emailAddress, status: 'Email_Delivered' }
  const json = { shipmentId: injected('{shipmentId}'), status: 'Order_Completed', recipients: [recipient] }
  const manifest = await agree({ given, receiving, request, response: { status: 200, json } }, call)

  expect(manifest).toEqual({
    status: 'Order_Completed',
    recipients: [{ channel: 'Email', address: emailAddress, status: 'Email_Delivered' }],
  })
})

const caller = 'a caller may order notifications'
const unknownId = '00000000-0000-4000-8000-000000000000'

refuses(agree, [
  { ...seen.noShipment, receiving: `${receiving} of another organization`, request, call, given: [[ordered, { caller: 'stranger' }]] },
  { ...seen.noShipment, ...asked(unknownId, unknownId), receiving: `${receiving} that does not exist`, given: [caller] },
  { ...asked('case-7741', 'case-7741'), status: 404, receiving: `${receiving} by an id that is not a GUID`, given: [caller] },
  { ...seen.unreachable, receiving, request, call, given: [ordered, down('database')] },
])
refusesAnyone(agree, { receiving, request, call }, [ordered])
