import { expect, test } from 'vitest'
import { nodePlatform } from '../../../../src/platform/node.ts'
import { latency } from '../../../../src/service/failures/effects/latency.ts'
import type { Around } from '../../../../src/service/failures/scenario/effect.ts'
import { type Answer, ClientGone } from '../../../../src/service/wire/call.ts'
import { random } from '../../../../src/service/world/random.ts'
import { orderTo, toEmail, ttd } from '../../../support/orders.ts'
import { rule } from '../../../support/rule.ts'
import { surroundings, switchOn } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'

type Options = Parameters<typeof latency.wrap>[0]

/** The surroundings of one call, and a record of its waits and steps. */
function around(more: Partial<Around> = {}) {
  const waits: number[] = []
  const answer: Answer = { status: 200, headers: {} }
  const { around: plain, did: steps } = surroundings({ answer })
  const made: Around = {
    ...plain,
    async pause(milliseconds) {
      steps.push('waited')
      waits.push(milliseconds)
    },
    fraction: random('latency').fraction,
    ...more,
  }
  return { made, waits, steps, answer }
}

async function waitsOf(options: Options, count: number): Promise<number[]> {
  const { made, waits } = around()
  for (let at = 0; at < count; at++) await latency.wrap(options, made)
  return waits.toSorted((one, other) => one - other)
}

rule('decisions §14', 'a call waits before the work', async () => {
  const { made, waits, steps, answer } = around()

  expect(await latency.wrap('PT0.25S', made)).toBe(answer)

  expect([waits, steps]).toEqual([[250], ['waited', 'worked']])
})

rule('decisions §14', 'waits between min and max are spread evenly', async () => {
  const waits = await waitsOf({ min: 'PT0.1S', max: 'PT0.3S' }, 2_000)

  expect([Math.floor(waits[0] ?? 0), Math.ceil(waits.at(-1) ?? 0)]).toEqual([100, 300])
  expect(Math.abs((waits[1_000] ?? 0) - 200)).toBeLessThan(10)
})

rule('decisions §14', 'half of the waits are at most p50, and 99 of 100 at most p99', async () => {
  const waits = await waitsOf({ p50: 'PT0.04S', p99: 'PT0.4S' }, 20_000)
  const share = (most: number) => waits.filter((wait) => wait <= most).length / waits.length

  expect(Math.abs(share(40) - 0.5)).toBeLessThan(0.015)
  expect(Math.abs(share(400) - 0.99)).toBeLessThan(0.003)
  expect(waits.every((wait) => Number.isFinite(wait) && wait > 0)).toBe(true)
})

test('the most extreme draws give finite waits', async () => {
  for (const fraction of [0, 1 - 2 ** -32]) {
    const { made, waits } = around({ fraction: () => fraction })
    for (const options of [
      { p50: 'PT0S', p99: 'PT0S' },
      { p50: 'PT1S', p99: 'PT2S' },
      { min: 'PT0S', max: 'PT1S' },
    ])
      await latency.wrap(options, made)

    expect(waits.every((wait) => Number.isFinite(wait) && wait >= 0)).toBe(true)
  }
})

test('a call whose client leaves during the wait is not worked on', async () => {
  const { made, steps } = around({ pause: () => Promise.reject(new ClientGone()) })

  await expect(latency.wrap('PT1S', made)).rejects.toThrow(ClientGone)
  expect(steps).toEqual([])
})

/** A simulator whose orders wait until a test releases them. */
async function slow(options: Options = 'PT5S', seed = 1) {
  const held: { milliseconds: number; go: () => void }[] = []
  const platform = {
    ...nodePlatform(),
    pause: (milliseconds: number) => new Promise<void>((resolve) => held.push({ milliseconds, go: resolve })),
  }
  const here = standin({ platform, seed })
  await switchOn(here, [{ on: 'notifications.createOrder', latency: options }])
  const order = (idempotencyId: string) =>
    here.client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId }) })
  const untilHeld = async (count: number) => {
    while (held.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...here, held, order, untilHeld }
}

rule('decisions §16', 'a wait takes no world time and does not delay other calls', async () => {
  const { client, simulator, held, order, untilHeld } = await slow()
  const waiting = order('one')
  await untilHeld(1)

  const other = await client.call('notifications.getShipment', { as: ttd, params: { id: 'nothing' } })
  held[0]?.go()

  expect([other.status, (await waiting).status, held[0]?.milliseconds]).toEqual([404, 201, 5_000])
  expect(simulator.world.clock.now()).toBe(simulator.world.data.created)
})

rule('decisions §16', 'the same calls wait equally long with the same seed', async () => {
  const drawn = async (seed: number) => {
    const { client, held, order, untilHeld } = await slow({ min: 'PT0S', max: 'PT10S' }, seed)
    // The first call verifies the token, so that the next calls arrive in this order.
    await client.call('notifications.getShipment', { as: ttd, params: { id: 'x' } })
    const calls = ['a', 'b', 'c'].map(order)
    await untilHeld(3)
    for (const { go } of held) go()
    await Promise.all(calls)
    return held.map(({ milliseconds }) => milliseconds)
  }
  const [once, again, otherwise] = [await drawn(1), await drawn(1), await drawn(2)]

  expect(again).toEqual(once)
  expect(otherwise).not.toEqual(once)
  expect(new Set(once).size).toBe(3)
})
