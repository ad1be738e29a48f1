/** Measures a start with many kept worlds beside a start with one: a part of `npm run bench:data`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { rowsInWorld } from '../src/store/sqlite/rows.ts'
import { orderBody, parties } from './calls.ts'
import { median } from './median.ts'
import { unpack } from './startup.ts'

interface Where {
  readonly folder: string
  /** The address of PostgreSQL. Undefined: it is not installed. */
  readonly database: string | undefined
  readonly worlds: number
  readonly rounds: number
}

interface Started {
  readonly url: string
  /** How many worlds it has. */
  readonly worlds: number
  /** Milliseconds until it is ready: of real time, and of CPU. */
  readonly wall: number
  readonly cpu: number
  end(): Promise<void>
}

/** Milliseconds of CPU; Linux counts hundredths of a second. */
function cpuOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const all = fields.split(' ')
  return (Number(all[11]) + Number(all[12])) * 10
}

async function start(command: readonly string[], options: readonly string[]): Promise<Started> {
  const began = performance.now()
  const [program = '', ...args] = [...command, 'start', '--port', '0', '--json', '--log', 'off', '--max-worlds', '100000', ...options]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const { url } = JSON.parse(String(value))
  while ((await fetch(`${url}/_standin/ready`)).status !== 200) await pause(2)
  const [wall, cpu] = [performance.now() - began, cpuOf(child.pid ?? 0)]
  const { total } = (await (await fetch(`${url}/_standin/worlds?limit=1`)).json()) as { total: number }
  return {
    url,
    worlds: total,
    wall,
    cpu,
    async end() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** A world with some orders, of which the others are copies. */
async function seed(command: readonly string[], options: readonly string[]): Promise<void> {
  const { url, end } = await start(command, ['--pace', 'instant', '--rate-limits', 'off', ...options])
  const send = async (path: string, body: string, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return (await fetch(url + path, { method: 'POST', headers, body })).json() as Promise<{ token: string }>
  }
  const { token } = await send('/_standin/tokens', JSON.stringify({ ...parties.orderer, ttl: 86_400 }))
  for (let nth = 0; nth < 5; nth++) await send('/worlds/seed/future/orders', orderBody(`seed-${nth}`), token)
  await end()
}

function copyInFolder(folder: string, worlds: number): void {
  const database = new DatabaseSync(join(folder, 'standin.db'))
  const numbers = `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ${worlds})`
  const of = `(SELECT number FROM world WHERE name = 'seed')`
  database.exec(`BEGIN;
    ${numbers} INSERT INTO record SELECT (${of} + n) * ${rowsInWorld} + id % ${rowsInWorld}, kind, environment, key, version, json
      FROM record, nth WHERE id / ${rowsInWorld} = ${of};
    ${numbers} INSERT INTO world SELECT number + n, 'copy-' || n, version, json, due, left FROM world, nth WHERE name = 'seed';
    COMMIT`)
  database.close()
}

async function copyInDatabase(url: string, schema: string, worlds: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`INSERT INTO ${schema}.record SELECT world + n, row, kind, environment, key, version, json
    FROM ${schema}.record, generate_series(1, ${worlds}) AS n WHERE world = (SELECT number FROM ${schema}.world WHERE name = 'seed')`)
  await client.query(`INSERT INTO ${schema}.world SELECT 'copy-' || n, owner, number + n, version, json, due, left_at
    FROM ${schema}.world, generate_series(1, ${worlds}) AS n WHERE name = 'seed'`)
  await client.query('ANALYZE')
  await client.end()
}

/** Says the medians of starts with one world and with many, in turns. */
export async function startsWithWorlds({ folder, database, worlds, rounds }: Where): Promise<void> {
  // Inside the repository, so that the package finds its dependencies.
  const out = resolve(import.meta.dirname, '../out')
  mkdirSync(out, { recursive: true })
  const packed = mkdtempSync(join(out, 'packed-'))
  try {
    const command = unpack(packed)
    const [few, many] = [join(folder, 'few'), join(folder, 'many')]
    for (const data of [few, many]) await seed(command, ['--data', data])
    copyInFolder(many, worlds)
    await compare(`SQLite, ${worlds} worlds`, command, ['--data', few], ['--data', many], rounds)
    if (database === undefined) return
    const options = (schema: string) => ['--data', database, '--data-schema', schema, '--instance', 'bench']
    for (const schema of ['few', 'many']) await seed(command, options(schema))
    await copyInDatabase(database, 'many', worlds)
    await compare(`PostgreSQL, ${worlds} worlds`, command, options('few'), options('many'), rounds)
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}

async function compare(
  name: string,
  command: readonly string[],
  few: readonly string[],
  many: readonly string[],
  rounds: number,
): Promise<void> {
  const pairs: { readonly few: Started; readonly many: Started }[] = []
  const once = async (options: readonly string[]) => {
    const started = await start(command, options)
    await started.end()
    return started
  }
  for (let round = 0; round <= rounds; round++) {
    const isSwapped = round % 2 === 1
    const first = await once(isSwapped ? many : few)
    const second = await once(isSwapped ? few : many)
    // The first round fills the compile cache.
    if (round > 0) pairs.push(isSwapped ? { few: second, many: first } : { few: first, many: second })
  }
  const [pair] = pairs
  console.log(`${name}: ${pair?.many.worlds} beside ${pair?.few.worlds}`)
  for (const what of ['wall', 'cpu'] as const) {
    const of = (which: 'few' | 'many') => median(pairs.map((pair) => pair[which][what]))
    const ratio = median(pairs.map((pair) => pair.many[what] / pair.few[what]))
    const unit = what === 'wall' ? 'ms' : 'ms of CPU'
    console.log(`A start with ${name}: ${of('many').toFixed(0)} ${unit}, with two: ${of('few').toFixed(0)}; × ${ratio.toFixed(2)}`)
  }
}
