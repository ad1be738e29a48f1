/** Servers of one database whose machines show other times. */
import { expect } from 'vitest'
import { createMachineClock } from '../../../src/platform/machine/any-machine.ts'
import { nodePlatform } from '../../../src/platform/node.ts'
import { orderTo, toEmail, ttd } from '../../support/orders.ts'
import { test } from '../../support/postgres.ts'
import { serverOn, type TestServer, worldAt } from '../../support/servers.ts'

const [second, hour] = [1_000, 3_600_000]

/** A server on a machine whose clock is ahead by so much. */
const serverAhead = (url: string, name: string, ahead: number) =>
  serverOn(url, name, { platform: { ...nodePlatform(), ...createMachineClock(() => Date.now() + ahead) } })

async function shown(server: TestServer, place: string): Promise<{ now: number; lead: number }> {
  const { body } = await server.ask(`${place}/_standin/clock`)
  return { now: Date.parse(body.now), lead: body.lead }
}

/** Lets a world go, so that the server owns it that is called next. */
const release = (server: TestServer, name: string) => server.ask(`/_standin/worlds/${name}/release`, { method: 'POST' })

test('a world that moves between servers with other times keeps its own, and is not pushed ahead', async ({ url }) => {
  const [ahead, two] = [await serverAhead(url, 'ahead', hour), await serverOn(url, 'two')]
  const place = await worldAt(ahead, 'moving')
  const began = performance.now()
  const first = await shown(ahead, place)
  expect(first.lead).toBe(0)
  for (const { to, lead } of [
    { to: two, lead: hour },
    { to: ahead, lead: 0 },
    { to: two, lead: hour },
    { to: ahead, lead: 0 },
  ]) {
    await release(ahead, 'moving')
    await release(two, 'moving')
    const moved = await shown(to, place)
    expect(Math.abs(moved.now - first.now - (performance.now() - began))).toBeLessThan(2 * second)
    expect(Math.abs(moved.lead - lead)).toBeLessThan(2 * second)
  }
  expect(two.told.filter((text) => text.includes("This machine's clock is 1h behind"))).toHaveLength(1)
  expect(ahead.told).toEqual([])
})

test('what is booked at a server that is ahead falls due at its time at the next one', async ({ url }) => {
  const [ahead, two] = [await serverAhead(url, 'ahead', hour), await serverOn(url, 'two')]
  const place = await worldAt(ahead, 'booked')
  const { now } = await shown(ahead, place)
  const requestedSendTime = new Date(now + 4 * second).toISOString()
  await ahead.clientOf(place).call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { requestedSendTime }) })
  await ahead.close()
  await expect.poll(() => two.simulator.worlds().map(({ name }) => name)).toContain('booked')
  await expect.poll(async () => (await two.ask(`${place}/_standin/outbox`)).body.messages.length).toBe(1)
})
