/**
 * Measures the slowest calls, alternating with a bare server: `npm run bench:tail`. The clock is running, so jobs run between the calls.
 * `OTHER=<folder>` also measures another checkout, which must be built. `ROUNDS=9` runs more rounds.
 */
import { pathToFileURL } from 'node:url'
import { median, orderCalls, overviewCalls, plainOrderBody, uploadCall } from './calls.ts'
import { begin, type Child, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import type { Started } from './standin.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const [seconds, connections, uploads] = [3, 32, 8_000]
const content = '<report/>'.padEnd(1_024)
const caller = begin('load.ts')

interface Server extends Started {
  readonly name: string
  readonly child: Child
}

async function stand(name: string, folder: URL): Promise<Server> {
  const child = begin(new URL('bench/standin.ts', folder).href)
  return { name, child, ...(await child.ask<Started>('start', { records: 1_000, clock: 'real' })) }
}

const other = process.env.OTHER && pathToFileURL(`${process.env.OTHER}/`)
const servers = [await stand('Standin', new URL('../', import.meta.url)), ...(other ? [await stand('the other', other)] : [])]

interface Kind {
  readonly what: string
  readonly status: number
  readonly most?: number
  requests(server: Server): Promise<readonly string[]>
}

const kinds: readonly Kind[] = [
  { what: 'orders', status: 201, requests: async ({ tokens }) => orderCalls(tokens.orderer, plainOrderBody) },
  { what: 'overviews', status: 200, requests: async ({ tokens, ids }) => overviewCalls(tokens.sender, ids) },
  {
    what: `uploads of ${content.length} bytes`,
    status: 200,
    most: uploads,
    async requests({ child, tokens }) {
      const ids = await child.ask<readonly string[]>('openTransfers', { count: uploads })
      return ids.map((id) => uploadCall(tokens.sender, id, content.length) + content)
    },
  },
]

interface Turn extends Loaded {
  readonly pause: number
  readonly cpu: number
}

let number = 0
async function turn(child: Child, load: Omit<Load, 'seconds' | 'connections' | 'firstNumber'>, status: number): Promise<Turn> {
  const before = await child.ask<Used>('used')
  await child.ask('pause')
  const loaded = await caller.ask<Loaded>('load', { ...load, seconds, connections, firstNumber: number })
  const pause = await child.ask<number>('pause')
  const { cpu } = await child.ask<Used>('used')
  number += loaded.calls
  if (loaded.statuses[status] !== loaded.calls) throw new Error(`Not all replies were ${status}: ${JSON.stringify(loaded.statuses)}`)
  return { ...loaded, pause, cpu: ((cpu - before.cpu) / loaded.calls) * 1000 }
}

async function measure({ what, status, most, requests }: Kind): Promise<void> {
  const bare = begin('bare.ts')
  const names = [...servers.map(({ name }) => name), 'bare']
  const turns = new Map(names.map((name) => [name, [] as Turn[]]))
  let barePort: number | undefined
  for (let nth = 0; nth <= rounds; nth++) {
    let last: readonly string[] = []
    const loadOf = (port: number) => ({ port, requests: last, ...(most && { most }) })
    for (const server of servers) {
      last = await requests(server)
      const made = await turn(server.child, loadOf(server.port), status)
      barePort ??= await bare.ask<number>('replies', { status, size: Math.max(made.size, 2) })
      // The first round only warms up the code.
      if (nth > 0) turns.get(server.name)?.push(made)
    }
    const made = await turn(bare, loadOf(barePort as number), status)
    if (nth > 0) turns.get('bare')?.push(made)
  }
  await bare.stop()
  const column = (name: string, of: (turn: Turn) => number) => median((turns.get(name) ?? []).map(of))
  console.log(`${what}, ${connections} connections, the median of ${rounds} rounds; times in milliseconds`)
  console.table(
    names.map((name) => ({
      server: name,
      'calls a second': Math.round(column(name, (one) => one.calls / one.seconds)),
      'of bare': (column(name, (one) => one.calls / one.seconds) / column('bare', (one) => one.calls / one.seconds)).toFixed(2),
      'µs CPU/call': column(name, ({ cpu }) => cpu).toFixed(1),
      p50: column(name, ({ p50 }) => p50).toFixed(2),
      p99: column(name, ({ p99 }) => p99).toFixed(2),
      'p99.9': column(name, ({ p999 }) => p999).toFixed(2),
      'longest call': column(name, ({ longest }) => longest).toFixed(1),
      'longest pause': column(name, ({ pause }) => pause).toFixed(1),
    })),
  )
}

for (const kind of kinds) await measure(kind)
for (const { name, child } of servers) {
  const { memory } = await child.ask<Used>('used')
  console.log(`${name}: ${Math.round(memory / 2 ** 20)} MiB at the end`)
}
await Promise.all([...servers.map(({ child }) => child.stop()), caller.stop()])
