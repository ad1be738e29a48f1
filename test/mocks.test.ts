/** Uses the mocks of Node. */
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { type NodeStandin, type NodeStandinOptions, setupStandin } from '../mocks/node.ts'
import { failUnhandled } from './support/hosts.ts'

test('an order is placed and delivered in process, with plain fetch and no port', async () => {
  const { server, simulator } = setupStandin({ clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z'), checked: true })
  server.listen(failUnhandled)
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

/** A server of MSW that listens until the test ends, and whose unhandled calls fail. */
function listening(options: NodeStandinOptions) {
  const made = setupStandin({ clock: 'frozen', checked: true, ...options })
  made.server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => {
    made.server.close()
    made.simulator.close()
  })
  return made
}

const shipment = '/notifications/api/v1/future/shipment/5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52'
/** World, environment and operation of each call, by its journal line. */
const linesOf = ({ simulator }: NodeStandin) =>
  simulator
    .worlds()
    .flatMap(({ name, journal }) => journal.calls.list().map(({ environment, operation }) => [name, environment, operation]))

test('without an origin, a call to another application is left alone', async () => {
  const standin = listening({})

  const orders = await fetch('https://shop.example/orders/17/cancel', { method: 'PUT' }).catch((error: unknown) => error)
  const other = await fetch(`https://shop.example${shipment}`).catch((error: unknown) => error)
  const here = await fetch(`http://localhost:5173${shipment}`)

  expect([orders, other]).toEqual([expect.any(Error), expect.any(Error)])
  expect(here.headers.get('x-standin-call')).toBe('1')
  expect(linesOf(standin)).toHaveLength(1)
})

test('handlers answer for the world and environment that they are set up for', async () => {
  const standin = listening({ origin: '*', world: 'mine', environment: 'production' })

  for (const origin of [
    'https://any.example',
    'https://platform.tt02.altinn.no',
    'https://any.example/worlds/other',
    'https://any.example/worlds/other/production',
  ])
    await fetch(`${origin}${shipment}`)
  await fetch(`https://any.example${shipment}`, { headers: { 'x-standin-world': 'another' } })
  const state = await fetch('https://any.example/_standin/state')

  expect(linesOf(standin)).toEqual([
    ['mine', 'production', 'notifications.getShipment'],
    ['mine', 'test', 'notifications.getShipment'],
    ['other', 'production', 'notifications.getShipment'],
    ['other', 'production', 'notifications.getShipment'],
    ['another', 'production', 'notifications.getShipment'],
  ])
  expect(await state.json()).toMatchObject({ world: 'mine' })
})

test('a name that no world can have is refused when the handlers are made', () => {
  expect(() => setupStandin({ world: 'My World' })).toThrow('"My World" is not a world name. Use 1 to 63 characters: a-z, 0-9 and -.')
})

test('handlers of your own come before those of Standin, and survive resetHandlers', async () => {
  const own = http.get(`http://localhost${shipment}`, () => HttpResponse.json('mine'))
  const { server } = listening({ handlers: [own] })
  server.use(http.get(`http://localhost${shipment}`, () => HttpResponse.json('for one test')))

  const before = await (await fetch(`http://localhost${shipment}`)).json()
  server.resetHandlers()
  const after = await (await fetch(`http://localhost${shipment}`)).json()
  const service = await fetch(`http://127.0.0.1${shipment}`)

  expect([before, after, service.status]).toEqual(['for one test', 'mine', 401])
})
