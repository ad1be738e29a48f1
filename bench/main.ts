/** Measures Standin against a bare Node server in one run of about four minutes, and prints each result when it is there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { startup } from './startup.ts'
import { type Streams, streams } from './streams.ts'
import { type Measured, overTls, throughput } from './throughput.ts'
import { showTokens, tokens } from './tokens.ts'

const plan = { rounds: 3, seconds: 3, connections: 32, bytes: 2 ** 30, together: { count: 50, bytes: 20 * 2 ** 20 } }
const mebibyte = 2 ** 20

const line = (what: string, { standin, bare, ratio, memory }: Measured) => ({
  what,
  'calls/s': Math.round(standin.rate),
  'bare calls/s': Math.round(bare.rate),
  'of bare': ratio.toFixed(2),
  'µs CPU a call': standin.cpu.toFixed(1),
  'bare µs': bare.cpu.toFixed(1),
  'MiB after': Math.round(memory / mebibyte),
})

const passage = (what: string, { standin, bare, ratio }: Streams) => ({
  what,
  'MiB/s': Math.round(standin.rate / mebibyte),
  'bare MiB/s': Math.round(bare.rate / mebibyte),
  'of bare': ratio.toFixed(2),
  's CPU': standin.cpu.toFixed(2),
  'bare s': bare.cpu.toFixed(2),
  'MiB grown': Math.round(standin.growth / mebibyte),
  'bare grown': Math.round(bare.growth / mebibyte),
})
const few = await throughput(1_000, plan)
const many = await throughput(100_000, plan)
const secured = await overTls(1_000, plan)
console.table([
  line('read an overview, 1,000 stored', few.overview),
  line('read an overview, 100,000 stored', many.overview),
  line('… over TLS, 1,000 stored', secured),
  line('create an order, 1,000 stored', few.order),
  line('create an order, 100,000 stored', many.order),
  line('… with lookup and reminder, 1,000', few.looked),
  line('… with lookup and reminder, 100,000', many.looked),
])
console.log(`Lookup and reminder make an order cost ${(few.looked.standin.cpu / few.order.standin.cpu).toFixed(2)} times as much.`)
console.log(`An order at 100,000 stored costs ${(many.order.standin.cpu / few.order.standin.cpu).toFixed(2)} times one at 1,000.`)

const { up, down, together } = await streams(plan)
console.table([passage('upload 1 GiB', up), passage('upload 50 × 20 MiB at once', together), passage('download 1 GiB', down)])

const start = await startup(5)
console.log(`Start of the build: health after ${Math.round(start.health)} ms, ready after ${Math.round(start.ready)} ms.`)

const identity = await tokens()
showTokens(identity)

mkdirSync('out', { recursive: true })
writeFileSync('out/bench.json', `${JSON.stringify({ plan, few, many, secured, up, down, together, start, identity }, null, 2)}\n`)
