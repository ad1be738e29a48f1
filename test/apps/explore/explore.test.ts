/** `explore()`: finds the faults that break a client. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ExploredClient, explore, type WorldKnobs } from '../../../src/index.ts'
import { definedIn } from '../../../src/service/failures/catalogue.ts'

/** Retry-After holds seconds or a date. */
function secondsIn(headers = new Headers()): number {
  const [text, date] = [headers.get('retry-after') ?? '0.01', headers.get('date') ?? '']
  return text.endsWith('GMT') ? (Date.parse(text) - Date.parse(date)) / 1000 : Number(text)
}

/** Orders one SMS, and asks for its shipment. `id` gives the idempotencyId of each attempt. */
const orderer =
  (id: () => () => string): ExploredClient =>
  async ({ url, standin }) => {
    const { token } = await standin.token({ org: 'ttd', scope: 'altinn:serviceowner/notifications.create' })
    const next = id()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = () =>
      JSON.stringify({
        idempotencyId: next(),
        recipient: { recipientSms: { phoneNumber: '+4799999999', smsSettings: { body: 'Hello', sender: 'ttd' } } },
      })
    async function repeated(path: string, init: () => RequestInit): Promise<unknown> {
      for (let attempt = 1; ; attempt++) {
        const response = await fetch(`${url}${path}`, { ...init(), headers, signal: AbortSignal.timeout(1500) }).catch(() => undefined)
        const value = await response?.json().catch(() => undefined)
        if (response?.ok && value) return value
        if (response && response.status < 499 && response.status !== 429 && !response.ok)
          throw new Error(`${path} was answered ${response.status}.`)
        if (attempt === 4) throw new Error(`${path} failed.`)
        await new Promise((resolve) => setTimeout(resolve, 1000 * secondsIn(response?.headers)))
      }
    }
    const order = (await repeated('/future/orders', () => ({ method: 'POST', body: body() }))) as { notification: { shipmentId: string } }
    const shipment = await repeated(`/future/shipment/${order.notification.shipmentId}`, () => ({}))
    if (JSON.stringify(shipment).includes('_Failed')) throw new Error('The message failed.')
  }

const anew = orderer(() => () => randomUUID())
const careful = orderer(() => {
  const id = randomUUID()
  return () => id
})

test('a client that orders anew after a lost reply is found', { timeout: 30_000 }, async () => {
  const { findings } = await explore(anew, { runs: 4 })

  expect(findings).toMatchObject([
    {
      sentence:
        'When the reply to the first createOrder is lost after the commit, your client orders again with a new idempotencyId: two messages to +4799999999.',
      problem: 'invariant ordered-once',
      certain: true,
      name: 'found-ordered-once-create-order',
      scenario: {
        rules: [{ on: 'notifications.createOrder', per: 'thing', calls: 1, disconnect: { when: 'after-work' } }],
        proof: [{ expect: 'disconnect' }, { same: 'idempotencyId', expect: 200 }],
      },
    },
  ])
})

test('nothing is found in a careful client, and most points have an effect', { timeout: 60_000 }, async () => {
  const { findings, points } = await explore(careful, { runs: 100 })
  const at = (meeting: string) => points.filter((point) => point.meeting === meeting).map(({ target, fault }) => `${target} ${fault}`)

  expect(findings).toEqual([])
  expect(at('unmet')).toEqual([])
  expect(at('applied')).toContain('notifications.sendMessage outage email')
  expect(at('effective').length).toBeGreaterThan(40)
})

test('the same seed gives the same schedules, however many runs there are at the same time', { timeout: 60_000 }, async () => {
  async function schedulesWith(parallel: number, seed: number) {
    const schedules = new Map<string, unknown>()
    const client: ExploredClient = async (place) => {
      schedules.set(place.world, definedIn(place.standin.world).get('explored')?.rules)
      await careful(place)
    }
    await explore(client, { runs: 20, parallel, seed })
    return [...schedules].sort(([one], [other]) => (one < other ? -1 : 1))
  }
  const [one, other, third] = [await schedulesWith(2, 1), await schedulesWith(8, 1), await schedulesWith(8, 2)]

  expect(one).toEqual(other)
  expect(one.map(([, rules]) => rules)).not.toEqual(third.map(([, rules]) => rules))
})

test('a client that fails without faults is refused', async () => {
  await expect(explore(() => Promise.reject(new Error('no')))).rejects.toThrow(
    'Without faults, the command exits with code 1 and makes no calls (no).',
  )
})

test('an invariant can be a function; what breaks it without a fault is no finding', async () => {
  const invariants = [({ outbox }: WorldKnobs) => `sends ${outbox.list().total} message`]
  const { findings, badWithoutFaults } = await explore(careful, { runs: 1, invariants })

  expect([findings, badWithoutFaults]).toEqual([[], ['sends 1 message']])
})

test('a search that is broken off reports what it has', async () => {
  const ending = new AbortController()
  const search = explore(anew, {
    runs: 100_000,
    parallel: 1,
    signal: ending.signal,
    progress: ({ runs }) => (runs === 3 ? ending.abort() : undefined),
  })
  const { runs, findings } = await search

  expect(runs).toBe(3)
  expect(findings[0]).toMatchObject({ problem: 'invariant ordered-once', certain: false })
  expect(findings[0]?.sentence).toMatch(/two messages to \+4799999999\. It was not tried again\.$/)
})
