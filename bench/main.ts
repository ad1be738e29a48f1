/** Compares Standin with a bare Node.js server. Takes about four minutes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KeyPair, openAuthority } from '../src/platform/certificates.ts'
import { median, orderBody, orderCalls, overviewCalls, plainOrderBody } from './calls.ts'
import { begin, type Child, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import type { Started } from './standin.ts'
import { startup } from './startup.ts'
import { type Streams, streams } from './streams.ts'

const plan = { rounds: 3, seconds: 3, connections: 32, bytes: 2 ** 30, together: { count: 50, bytes: 20 * 2 ** 20 } }
const mebibyte = 2 ** 20

const line = (what: string, { standin, bare, ratio, memory }: Measured) => ({
  what,
  'calls/s': Math.round(standin.rate),
  'bare calls/s': Math.round(bare.rate),
  'of bare': ratio.toFixed(2),
  'µs CPU/call': standin.cpu.toFixed(1),
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
console.log(
  `With 100,000 stored, an order costs ${(many.order.standin.cpu / few.order.standin.cpu).toFixed(2)} times as much as with 1,000.`,
)

const { up, down, together } = await streams(plan)
console.table([passage('upload 1 GiB', up), passage('upload 50 × 20 MiB at once', together), passage('download 1 GiB', down)])

const start = await startup(5)
console.log(`Startup of the build: health after ${Math.round(start.health)} ms, ready after ${Math.round(start.ready)} ms.`)

mkdirSync('out', { recursive: true })
writeFileSync('out/bench.json', `${JSON.stringify({ plan, few, many, secured, up, down, together, start }, null, 2)}\n`)

interface Rate {
  readonly rate: number
  /** Server CPU in microseconds per call. */
  readonly cpu: number
}

interface Measured {
  readonly standin: Rate
  readonly bare: Rate
  /** Standin's rate divided by the bare server's: the median over all rounds. */
  readonly ratio: number
  /** Memory of Standin's process after the load, in bytes. */
  readonly memory: number
  /** Size of a reply body in bytes. */
  readonly size: number
}

interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** Reads overviews, then creates orders of both kinds, in a single Standin process. */
async function throughput(records: number, plan: Plan): Promise<{ overview: Measured; order: Measured; looked: Measured }> {
  const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
  try {
    const { port, tokens, ids } = await standin.ask<Started>('start', { records })
    const overview = await measure({ standin, caller, plan, port, status: 200, requests: overviewCalls(tokens.sender, ids) })
    const orders = { standin, caller, plan, port, status: 201 }
    const order = await counted({ ...orders, requests: orderCalls(tokens.orderer, (id) => plainOrderBody(`plain-${id}`)) })
    const looked = await counted({ ...orders, requests: orderCalls(tokens.orderer, orderBody) })
    return { overview, order, looked }
  } finally {
    await Promise.all([standin.stop(), caller.stop()])
  }
}

/** Reads overviews over HTTPS, compared with a bare HTTPS server with the same certificate. */
async function overTls(records: number, plan: Plan): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
  const [standin, caller] = [begin('standin.ts'), begin('load.ts')]
  try {
    const tls = await (await openAuthority(folder)).issue(['127.0.0.1'])
    const { port, tokens, ids } = await standin.ask<Started>('start', { records, tls })
    return await measure({ standin, caller, plan, port, status: 200, requests: overviewCalls(tokens.sender, ids), tls })
  } finally {
    await Promise.all([standin.stop(), caller.stop()])
    rmSync(folder, { recursive: true })
  }
}

async function counted(setting: Setting): Promise<Measured> {
  const held = async () => (await setting.standin.ask<{ orders: number }>('held')).orders
  const before = await held()
  const { calls, ...measured } = await measure(setting)
  const made = (await held()) - before
  if (made !== calls) throw new Error(`${calls} orders got a reply, but ${made} are stored.`)
  return measured
}

interface Setting {
  readonly standin: Child
  readonly caller: Child
  readonly plan: Plan
  readonly port: number
  readonly status: number
  readonly requests: readonly string[]
  /** Certificate for both servers. If absent, both use HTTP. */
  readonly tls?: KeyPair
}

/** Alternates between the two servers, so that other processes affect both equally. */
async function measure({ standin, caller, plan, port, status, requests, tls }: Setting): Promise<Measured & { readonly calls: number }> {
  const bareServer = begin('bare.ts')
  let calls = 0
  async function load(seconds: number, to = port): Promise<Loaded> {
    const given: Load = { port: to, connections: plan.connections, seconds, requests, firstNumber: calls, secure: tls !== undefined }
    const loaded = await caller.ask<Loaded>('load', given)
    const [only, ...others] = Object.keys(loaded.statuses)
    if (only !== String(status) || others.length > 0) throw new Error(`Not all replies were ${status}: ${JSON.stringify(loaded.statuses)}`)
    if (to === port) calls += loaded.calls
    return loaded
  }
  try {
    const { size } = await load(2)
    const barePort = await bareServer.ask<number>('replies', { status, size, tls })
    await load(1, barePort)
    const rounds: { standin: Rate; bare: Rate }[] = []
    while (rounds.length < plan.rounds) {
      const ours = await rateOf(standin, () => load(plan.seconds))
      rounds.push({ standin: ours, bare: await rateOf(bareServer, () => load(plan.seconds, barePort)) })
    }
    const { memory } = await standin.ask<Used>('used')
    const typical = (who: 'standin' | 'bare'): Rate => ({
      rate: median(rounds.map((round) => round[who].rate)),
      cpu: median(rounds.map((round) => round[who].cpu)),
    })
    const ratio = median(rounds.map((round) => round.standin.rate / round.bare.rate))
    return { standin: typical('standin'), bare: typical('bare'), ratio, memory, size, calls }
  } finally {
    await bareServer.stop()
  }
}

async function rateOf(server: Child, load: () => Promise<Loaded>): Promise<Rate> {
  const before = await server.ask<Used>('used')
  const { calls, seconds } = await load()
  const after = await server.ask<Used>('used')
  return { rate: calls / seconds, cpu: ((after.cpu - before.cpu) / calls) * 1000 }
}
