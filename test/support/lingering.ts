/**
 * A process whose calls wait in every possible way. Ends the calls in each possible way in turn, and must then exit. Argument: maximum
 * number of milliseconds that counts as immediately.
 */
import { setTimeout } from 'node:timers/promises'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../mocks/handlers.ts'
import { setupStandin } from '../../mocks/node.ts'
import { arrange } from '../../src/service/failures/givens.ts'
import { anyName } from '../../src/service/wire/misuse.ts'

const origin = 'http://service.test'
const { server: standin, simulator } = setupStandin({ origin })
const own = setupServer(...createHandlers(simulator, { origin }))

const ends: readonly [how: string, server: typeof own, end: () => void][] = [
  ['server.close()', standin, () => standin.close()],
  [
    'own.close(), simulator.endStreams()',
    own,
    () => {
      own.close()
      simulator.endStreams()
    },
  ],
  ['simulator.resetAll()', standin, () => simulator.resetAll()],
  ['simulator.close()', standin, () => simulator.close()],
]

const order = {
  idempotencyId: 'one',
  recipient: { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}

/** Rules that each make a call wait, in a world of its own. */
const waits: Readonly<Record<string, object>> = {
  held: { on: 'notifications.createOrder', hold: { when: 'before-work' } },
  'held-after': { on: 'notifications.createOrder', hold: { when: 'after-work' } },
  delayed: { on: 'notifications.createOrder', latency: 'PT1M' },
  slow: { on: 'fileTransfer.download', throttle: { down: 10 } },
}

/** Makes a call that waits at two gates. */
async function stand(): Promise<number> {
  const { gate, client } = simulator.knobs('gated')
  for (const at of ['before-work', 'after-work'] as const) gate('fileTransfer.search', { at })
  const headers = { authorization: `Bearer ${await client().token({ orgNo: '370916446' })}` }
  return (await fetch(`${origin}/worlds/gated/broker/api/v1/filetransfer?resourceId=standin-plain`, { headers })).status
}

async function wait(name: string, rule: object): Promise<number> {
  const { scenarios, client, world } = simulator.knobs(name)
  const inside = client()
  const { fileTransferId } = await arrange(inside, 'a published file transfer exists', { content: 'x'.repeat(1_000) })
  scenarios.define('mine', { summary: 'Mine', rules: [rule] })
  await scenarios.use(anyName('mine'))
  const base = `http://service.test/worlds/${world.name}`
  const headers = { authorization: `Bearer ${await inside.token({ org: 'ttd', orgNo: '991825827' })}`, 'content-type': 'application/json' }
  const reader = { authorization: `Bearer ${await inside.token({ orgNo: '370916446' })}` }
  const reply =
    name === 'slow'
      ? await fetch(`${base}/broker/api/v1/filetransfer/${fileTransferId}/download`, { headers: reader })
      : await fetch(`${base}/future/orders`, { method: 'POST', headers, body: JSON.stringify(order) })
  await reply.arrayBuffer()
  return reply.status
}

/** Starts the calls. Resolves once all of them are waiting. */
async function start(): Promise<Promise<unknown>[]> {
  const calls = Object.entries(waits).map(([name, rule]) => wait(name, rule).catch(() => 'broken'))
  const gated = stand()
  const condition = fetch('http://service.test/_standin/conditions/slow').then(({ status }) => status)
  const waiting = (name: string) => {
    const { scenarios, inFlight } = simulator.knobs(name).world
    return scenarios.active.length > 0 && inFlight.size > 0
  }
  while (!Object.keys(waits).every(waiting)) await setTimeout(10)
  while (simulator.knobs('gated').gates()[0]?.standing !== 1) await setTimeout(10)
  return [...calls, gated, condition]
}

const [, , atOnce] = process.argv
for (const [how, server, end] of ends) {
  server.listen()
  const calls = await start()
  const began = performance.now()
  end()
  const answers = JSON.stringify(await Promise.all(calls))
  console.log(how, performance.now() - began < Number(atOnce) ? 'at once' : 'late', answers)
  if (how.startsWith('simulator')) server.close()
  simulator.resetAll()
}
console.log('nothing is left to do')
