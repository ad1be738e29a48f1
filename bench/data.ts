/** The CPU of an order in memory only, and with a folder that keeps it: `npm run bench:data`. `SECONDS=10` measures longer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOrCreate } from '../src/wire/when-needed.ts'
import { orderBody, orderCalls, overviewCalls, plainOrderBody } from './calls.ts'
import { begin, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import { median } from './median.ts'
import type { Started } from './standin.ts'

const seconds = Number(process.env.SECONDS ?? 3)
const rounds = Number(process.env.ROUNDS ?? 5)
const connections = 32
const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
const caller = begin('load.ts')

type Dataset = { readonly data?: string; readonly dataSync?: 'process' | 'power' }
const kinds: Readonly<Record<string, Dataset>> = {
  memory: {},
  process: { data: join(folder, 'process'), dataSync: 'process' },
  power: { data: join(folder, 'power'), dataSync: 'power' },
}

/** The servers take turns, so that other processes disturb all alike. */
const servers = await Promise.all(
  Object.entries(kinds).map(async ([kind, given]) => {
    const server = begin('standin.ts')
    return { kind, server, ...(await server.ask<Started>('start', { records: 100, ...given })) }
  }),
)

const loads = (tokens: Started['tokens'], ids: Started['ids']) => ({
  'an order by email': orderCalls(tokens.orderer, (id) => plainOrderBody(`plain-${id}`)),
  'an order to a person with a reminder': orderCalls(tokens.orderer, orderBody),
  'an overview': overviewCalls(tokens.sender, ids),
})

let firstNumber = 0
for (const name of ['an order by email', 'an order to a person with a reminder', 'an overview'] as const) {
  const used = new Map<string, { cpu: number; rate: number }[]>()
  for (let round = 0; round <= rounds; round++) {
    for (const { kind, server, port, tokens, ids } of servers) {
      const before = await server.ask<Used>('used')
      const load: Load = { port, connections, seconds: round === 0 ? 1 : seconds, requests: loads(tokens, ids)[name], firstNumber }
      const { calls, seconds: took } = await caller.ask<Loaded>('load', load)
      firstNumber += calls
      const { cpu } = await server.ask<Used>('used')
      // The first round warms up.
      if (round > 0) getOrCreate(used, kind, () => []).push({ cpu: ((cpu - before.cpu) * 1000) / calls, rate: calls / took })
    }
  }
  const of = (kind: string, what: 'cpu' | 'rate') => median((used.get(kind) ?? []).map((each) => each[what]))
  const ratio = (kind: string) =>
    median((used.get(kind) ?? []).map(({ cpu }, round) => cpu / (used.get('memory')?.[round]?.cpu ?? Number.NaN)))
  const shown = Object.keys(kinds).map(
    (kind) => `${kind} ${of(kind, 'cpu').toFixed(0)} µs (× ${ratio(kind).toFixed(2)}), ${of(kind, 'rate').toFixed(0)} calls/s`,
  )
  console.log(`${name}, ${connections} connections: ${shown.join('; ')}`)
}
await Promise.all([caller.stop(), ...servers.map(({ server }) => server.stop())])
rmSync(folder, { recursive: true, force: true })
