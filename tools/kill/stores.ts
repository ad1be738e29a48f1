/** Opens the store for a kill test: a folder for one server, or PostgreSQL for three servers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '../../test/support/start-cluster.ts'
import type { Dice } from '../fuzz/dice.ts'
import { type Database, type EventName, events, type Scene } from './events.ts'
import { startProxy } from './proxy.ts'

export interface Place {
  readonly names: readonly string[]
  /** The sequence of events: each special event once, with kills in between. */
  readonly events: readonly EventName[]
  readonly database: Database | undefined
  readonly cut: Scene['cut']
  argsOf(name: string): readonly string[]
  end(): Promise<void>
}

export type DataSync = 'process' | 'power'

export function openFolder(dataSync: DataSync): Place {
  const folder = mkdtempSync(join(tmpdir(), 'standin-kill-'))
  return {
    names: ['one'],
    events: ['kill', 'clockBack', 'kill', 'clockForth'],
    database: undefined,
    cut: undefined,
    argsOf: () => ['--data', folder, '--data-sync', dataSync],
    async end() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Name of the server that is connected through the proxy. */
const behindProxy = 'a'

export async function openDatabase(): Promise<Place> {
  const cluster = await startCluster()
  const proxy = await startProxy(cluster.port)
  async function run(sql: string): Promise<readonly { readonly pid: number }[]> {
    const client = new pg.Client({ host: '127.0.0.1', port: cluster.port, user: 'admin', database: 'postgres' })
    // PostgreSQL ends all sessions when one of its processes is killed.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }
  const sessions = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'standin %' ORDER BY pid"
  async function sessionOf(dice: Dice): Promise<number> {
    return dice.one(await run(sessions)).pid
  }
  const others = Object.keys(events).filter((name): name is EventName => name !== 'kill')
  return {
    names: [behindProxy, 'b', 'c'],
    events: others.flatMap((name): EventName[] => ['kill', name]),
    database: {
      async restart() {
        await cluster.halt()
        await cluster.start()
      },
      async crash() {
        await cluster.crash()
        await cluster.start()
      },
      async killBackend(dice) {
        process.kill(await sessionOf(dice), 'SIGKILL')
      },
      async endSession(dice) {
        await run(`SELECT pg_terminate_backend(${await sessionOf(dice)})`)
      },
    },
    cut: { name: behindProxy, cut: proxy.cut, heal: proxy.heal },
    argsOf(name) {
      const port = name === behindProxy ? proxy.port : cluster.port
      return ['--data', `postgres://admin@127.0.0.1:${port}/postgres`, '--instance', name]
    },
    async end() {
      proxy.close()
      await cluster.end()
    },
  }
}
