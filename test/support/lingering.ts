/** A process with calls that wait in every way. It ends them in each way in turn, and then has nothing left to do. Its argument is what counts as at once, in milliseconds. */
import { setTimeout } from 'node:timers/promises'
import { setupStandin } from '../../mocks/node.ts'
import { arrange } from '../../src/givens/index.ts'
import { anyName } from '../../src/wire/any-name.ts'

const { server, simulator } = setupStandin({ origin: 'http://service.test' })

const ends: Readonly<Record<string, () => void>> = {
  'server.close()': () => server.close(),
  'simulator.resetAll()': () => simulator.resetAll(),
  'simulator.close()': () => simulator.close(),
}

const order = {
  idempotencyId: 'one',
  recipient: { recipientEmail: { emailAddress: 'a@example.org', emailSettings: { subject: 'Hello', body: 'Hello' } } },
}

/** Each rule makes a call of its own world wait. */
const waits: Readonly<Record<string, object>> = {
  held: { on: 'notifications.createOrder', hold: { when: 'before-work' } },
  'held-after': { on: 'notifications.createOrder', hold: { when: 'after-work' } },
  delayed: { on: 'notifications.createOrder', latency: 'PT1M' },
  slow: { on: 'fileTransfer.download', throttle: { down: 10 } },
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

/** The calls, when all of them wait. */
async function start(): Promise<Promise<unknown>[]> {
  const calls = Object.entries(waits).map(([name, rule]) => wait(name, rule).catch(() => 'broken'))
  const condition = fetch('http://service.test/_standin/conditions/slow').then(({ status }) => status)
  const waiting = (name: string) => {
    const { scenarios, inFlight } = simulator.knobs(name).world
    return scenarios.active.length > 0 && inFlight.size > 0
  }
  while (!Object.keys(waits).every(waiting)) await setTimeout(10)
  return [...calls, condition]
}

const [, , atOnce] = process.argv
for (const [how, end] of Object.entries(ends)) {
  server.listen()
  const calls = await start()
  const began = performance.now()
  end()
  const answers = JSON.stringify(await Promise.all(calls))
  console.log(how, performance.now() - began < Number(atOnce) ? 'at once' : 'late', answers)
  if (how !== 'server.close()') server.close()
}
console.log('nothing is left to do')
