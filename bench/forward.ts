/** The CPU of a small order in the server that forwards it, beside a server that answers by itself: `npm run bench:forward`. */
import { plainOrderBody } from './calls.ts'
import { begin, type Child, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'

const seconds = Number(process.env.SECONDS ?? 3)
const rounds = Number(process.env.ROUNDS ?? 5)
/** Bytes of the reply to an order. */
const size = 220

const [owner, forwarder, alone, caller] = [
  begin('forwarding-server.ts'),
  begin('forwarding-server.ts'),
  begin('forwarding-server.ts'),
  begin('load.ts'),
]
const address = await owner.ask<string>('own', { size })
const kinds = [
  { name: 'a server that forwards', server: forwarder, url: await forwarder.ask<string>('forward', { address }) },
  { name: 'a server that answers by itself', server: alone, url: await alone.ask<string>('own', { size }) },
]

function order(): string {
  const body = plainOrderBody('bench-{number}')
  const length = body.replace('{number}', '0'.repeat(12)).length
  const headers = [
    'Host: 127.0.0.1',
    `Authorization: Bearer ${'x'.repeat(600)}`,
    'Accept: */*',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
  return `POST /notifications/api/v1/future/orders HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

async function cpuOf(server: Child, url: string, load: Omit<Load, 'port'>): Promise<number> {
  const before = await server.ask<Used>('used')
  const { calls, statuses } = await caller.ask<Loaded>('load', { ...load, port: Number(new URL(url).port) })
  if (statuses['201'] !== calls) throw new Error(`Not all were answered 201: ${JSON.stringify(statuses)}`)
  const { cpu } = await server.ask<Used>('used')
  return ((cpu - before.cpu) * 1000) / calls
}

for (const connections of [1, 32, 200]) {
  const used = kinds.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { server, url }] of kinds.entries()) {
      const cpu = await cpuOf(server, url, { connections, seconds: round === 0 ? 2 : seconds, requests: [order()], firstNumber: 0 })
      // The first round warms up.
      if (round > 0) used[at]?.push(cpu)
    }
  }
  const shown = kinds.map(({ name }, at) => `${name}: ${median(used[at] ?? []).toFixed(1)} µs of CPU a call`)
  console.log(`${connections} connections: ${shown.join('; ')}`)
}
await Promise.all([owner, forwarder, alone, caller].map((child) => child.stop()))
