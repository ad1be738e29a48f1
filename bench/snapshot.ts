/** Saves and restores a world with 10,000 file transfers and 10,000 orders, and compares the next 1,000 replies: `npm run bench:snapshot`. */
import { fileTransfers } from '../src/areas/file-transfer/records/file-transfer-index.ts'
import { frontDoor } from '../src/control/serving/front-door.ts'
import { nodePlatform } from '../src/platform/node.ts'
import { readFixtures } from '../src/platform/node-files.ts'
import { createSimulator } from '../src/simulator.ts'
import { createKeys } from '../src/tokens/keys.ts'
import { createFetchHandler } from '../src/wire/http/fetch.ts'

const [most, next] = [10_000, 1_000]
const keys = createKeys()
const fixtures = readFixtures()
const make = () => {
  const simulator = createSimulator({ platform: nodePlatform(), fixtures, keys, clock: 'frozen', now: Date.parse('2026-06-01T10:00:00Z') })
  return { simulator, send: createFetchHandler(frontDoor(simulator)) }
}
const [first, second] = [make(), make()]
const scope = 'altinn:serviceowner/notifications.create altinn:broker.write altinn:broker.read'
const { token } = await first.simulator.token({ org: 'ttd', orgNo: '991825827', scope, ttl: 86_400 })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const ask = (to: typeof first, method: string, path: string, body?: unknown) =>
  to.send(new Request(`http://standin.test${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }))
const recipient = {
  recipientEmail: {
    emailAddress: 'bench@example.org',
    emailSettings: { subject: 'Bench', body: 'A message', sendingTimePolicy: 'Anytime' },
  },
}
const order = (to: typeof first, nth: number) =>
  ask(to, 'POST', '/notifications/api/v1/future/orders', { idempotencyId: `bench-${nth}`, recipient })

for (let nth = 0; nth < most; nth++) {
  const { status } = await order(first, nth)
  if (status !== 201) throw new Error(`An order answered ${status}.`)
  first.simulator.fileTransfers.publish('test', { size: 1_000 })
}
const began = performance.now()
const text = JSON.stringify(await first.simulator.snapshot())
const saved = performance.now()
await second.simulator.restore(JSON.parse(text))
const restored = performance.now()
console.log(`${most} orders, ${most} transfers, ${(text.length / 2 ** 20).toFixed(1)} MiB of JSON`)
console.log(`saved in ${(saved - began).toFixed(0)} ms, restored in ${(restored - saved).toFixed(0)} ms`)

const transfers = [...first.simulator.world.environments.test.of(fileTransfers).values()]
let different = 0
for (let nth = 0; nth < next; nth++) {
  const replies: string[] = []
  for (const each of [first, second]) {
    const response =
      nth % 2 === 0
        ? await order(each, most - next / 4 + nth)
        : await ask(each, 'GET', `/broker/api/v1/filetransfer/${transfers[nth * 7]?.id}/details`)
    replies.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
  }
  if (replies[0] !== replies[1]) different++
}
console.log(`${next - different} of the next ${next} replies have the same bytes`)
first.simulator.close()
second.simulator.close()
if (different > 0) process.exitCode = 1
