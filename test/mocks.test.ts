/** Uses the mocks of Node and checks their data. */
import { expect, test } from 'vitest'
import { fixtures, scenarios } from '../mocks/data.ts'
import { setupStandin } from '../mocks/node.ts'
import { readFixtures, readScenarioFiles } from '../src/platform/node-files.ts'
import { unproven } from '../tools/make-browser-data.ts'

test('mocks/data.ts is up to date (npm run generate)', async () => {
  const expected = { fixtures: readFixtures(), scenarios: unproven(await readScenarioFiles()) }

  expect({ fixtures, scenarios }).toEqual(expected)
})

test('an order is placed and delivered in process, with plain fetch and no port', async () => {
  const { server, simulator } = setupStandin({ clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), checked: true })
  server.listen({ onUnhandledFrame: 'error' })
  const base = 'https://platform.tt02.altinn.no/notifications/api/v1/future'
  const { token } = await simulator.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const order = () =>
    fetch(`${base}/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        idempotencyId: 'case-1',
        recipient: { recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
      }),
    })

  const [first, again] = [await order(), await order()]
  const ordered = (await first.json()) as { notification: { shipmentId: string } }
  const { happened } = await simulator.advance({ until: 'settled' })
  const shipment = await fetch(`${base}/shipment/${ordered.notification.shipmentId}`, { headers })
  const elsewhere = await fetch('https://elsewhere.example/future').catch((error: unknown) => error)

  expect([first.status, again.status]).toEqual([201, 200])
  expect(await again.json()).toEqual(ordered)
  expect(happened.map(({ at, what }) => [Date.parse(at) - Date.parse('2026-06-01T10:00:00Z'), what])).toEqual([
    [1000, 'notifications.takeOrder'],
    [2000, 'notifications.processOrder'],
    [3000, 'notifications.sendMessage'],
    [4000, 'notifications.acceptMessage'],
    [5000, 'notifications.reportMessage'],
  ])
  expect(await shipment.json()).toMatchObject({ status: 'Order_Completed', recipients: [{ status: 'Email_Delivered' }] })
  expect(elsewhere).toBeInstanceOf(Error)
  server.close()
  simulator.close()
})
