/**
 * Measures CPU per call in memory and with each store: `npm run bench:data`. `SECONDS=10` lengthens each round, `ROUNDS=9` adds rounds.
 * PostgreSQL is skipped if it is not installed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOrCreate } from '../src/service/wire/when-needed.ts'
import { startCluster } from '../test/support/start-cluster.ts'
import { findPostgres, howToInstallPostgres } from '../tools/postgres.ts'
import { median, orderBody, orderCalls, overviewCalls, plainOrderBody } from './calls.ts'
import { begin, type Used } from './child.ts'
import type { Load, Loaded } from './load.ts'
import type { Started } from './standin.ts'

const seconds = Number(process.env.SECONDS ?? 3)
const rounds = Number(process.env.ROUNDS ?? 5)
const connections = 32
const warmUp = 40_000
const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'))
const cluster = findPostgres() === undefined ? undefined : await startCluster()
if (!cluster) console.log(howToInstallPostgres)
const database = cluster && `postgres://admin@127.0.0.1:${cluster.port}/postgres`

type Dataset = { readonly data?: string; readonly dataSync?: 'process' | 'power' }
const kinds: Readonly<Record<string, Dataset>> = {
  memory: {},
  process: { data: join(folder, 'process'), dataSync: 'process' },
  power: { data: join(folder, 'power'), dataSync: 'power' },
  ...(database && { postgres: { data: database } }),
}

const loads = (tokens: Started['tokens'], ids: Started['ids']) => ({
  'an order by email': orderCalls(tokens.orderer, (id) => plainOrderBody(`plain-${id}`)),
  'an order to a person with a reminder': orderCalls(tokens.orderer, orderBody),
  'an overview': overviewCalls(tokens.sender, ids),
})

interface Measured {
  /** Microseconds per call. */
  readonly cpu: number
  readonly rate: number
  /** Milliseconds. */
  readonly p99: number
}

/** Alternates between the servers, so that other processes affect all of them equally. */
async function measureOrders(): Promise<void> {
  const caller = begin('load.ts')
  const servers = await Promise.all(
    Object.entries(kinds).map(async ([kind, given]) => {
      const server = begin('standin.ts')
      return { kind, server, ...(await server.ask<Started>('start', { records: 100, ...given })) }
    }),
  )
  let firstNumber = 0
  for (const name of ['an order by email', 'an order to a person with a reminder', 'an overview'] as const) {
    const measured = new Map<string, Measured[]>()
    // Every server gets the same number of calls, so that all are equally warmed up.
    for (const { port, tokens, ids } of servers)
      for (const last = firstNumber + warmUp; firstNumber < last; )
        firstNumber += (
          await caller.ask<Loaded>('load', { port, connections, seconds: 1, requests: loads(tokens, ids)[name], firstNumber })
        ).calls
    for (let round = 0; round < rounds; round++) {
      for (const { kind, server, port, tokens, ids } of round % 2 === 0 ? servers : servers.toReversed()) {
        const before = await server.ask<Used>('used')
        const load: Load = { port, connections, seconds, requests: loads(tokens, ids)[name], firstNumber }
        const { calls, seconds: took, p99 } = await caller.ask<Loaded>('load', load)
        firstNumber += calls
        const { cpu } = await server.ask<Used>('used')
        const one = { cpu: ((cpu - before.cpu) * 1000) / calls, rate: calls / took, p99 }
        getOrCreate(measured, kind, () => []).push(one)
      }
    }
    const memory = measured.get('memory') ?? []
    for (const [kind, all] of measured) {
      const of = (what: keyof Measured) => median(all.map((each) => each[what]))
      const above = median(all.map(({ cpu }, round) => cpu - (memory[round]?.cpu ?? Number.NaN)))
      const shown = `${of('cpu').toFixed(0)} µs of CPU, ${above.toFixed(1)} above memory; p99 ${of('p99').toFixed(1)} ms; ${of('rate').toFixed(0)} calls/s`
      console.log(`${name}, ${connections} connections: ${kind} ${shown}`)
    }
  }
  await Promise.all([caller.stop(), ...servers.map(({ server }) => server.stop())])
}

try {
  await measureOrders()
} finally {
  await cluster?.end()
  rmSync(folder, { recursive: true, force: true })
}
