/** Databases that are damaged, or that another Standin wrote. */
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/persistence/sqlite/node-sqlite.ts'
import { headOf } from '../../src/persistence/store/kinds.ts'
import { orders as orderKind } from '../../src/service/areas/notifications/records.ts'
import { Damage, Misuse } from '../../src/service/wire/misuse.ts'
import { run } from '../support/command-line.ts'
import { folderWith } from '../support/folder.ts'
import { keptIn, openIn, orders } from '../support/kept-folder.ts'
import { expect, test } from '../support/rule.ts'

/** A folder with so many orders, each in a commit of its own. */
async function withOrders(count: number) {
  const folder = folderWith()
  const here = await keptIn(folder)
  await orders(here, count)
  here.close()
  return { folder, path: join(folder, 'standin.db') }
}

function change(path: string, sql: string): void {
  const database = openDatabase(path)
  database.exec(sql)
  database.close()
}

/** Changes the bytes of a page. SQLite has pages of 4,096 bytes. */
function overwrite(path: string, from: number, text = 'garbage!'): void {
  const bytes = readFileSync(path)
  bytes.fill(text, from, from + 4_096)
  writeFileSync(path, bytes)
}

const damages: Readonly<Record<string, (path: string) => void>> = {
  'has another beginning': (path) => overwrite(path, 0),
  'lost a page': (path) => overwrite(path, 4_096),
  'lost its records': (path) => overwrite(path, 2 * 4_096),
  'is cut off': (path) => truncateSync(path, 5_000),
  'has a record that is no JSON': (path) => change(path, `UPDATE record SET json = '{' WHERE kind = 'order'`),
}

test.each(Object.entries(damages))('a database that %s is named, and stays as it is', async (_, damage) => {
  const { folder, path } = await withOrders(40)
  // The process that wrote it was another one.
  change(path, "UPDATE value SET json = '1' WHERE name = 'process'")
  damage(path)
  const before = readFileSync(path)
  const { code, err } = await run(['start', '--port', '0', '--data', folder])
  expect([code, err]).toEqual([1, expect.stringMatching(/standin\.db is damaged: .*\. Standin has not changed or deleted anything\./)])
  expect(readFileSync(path).equals(before)).toBe(true)
  await expect(openIn(folder)).rejects.toThrow(Damage)
})

test('the log of SQLite that is cut after a kill is used up to the last whole commit', async () => {
  const { folder, path } = await withOrders(1)
  const here = await keptIn(folder)
  // More than the log had before its last checkpoint, so that its end is the last order.
  await orders(here, 30, 'more')
  const [database, log] = [readFileSync(path), readFileSync(`${path}-wal`)]
  here.close()
  const other = folderWith()
  writeFileSync(join(other, 'standin.db'), database)
  writeFileSync(join(other, 'standin.db-wal'), log.subarray(0, -10))
  const again = await keptIn(other)
  const { size } = again.simulator.world.environments.test.of(orderKind)
  expect([again.told, size]).toEqual([[], 30])
})

/** A database of so many orders with a log of more, as a kill leaves them. `last`: a statement that is run before. */
async function killed({ count = 1, more = 40, last }: { count?: number; more?: number; last?: string | undefined } = {}) {
  const { folder, path } = await withOrders(count)
  const here = await keptIn(folder)
  await orders(here, more, 'more')
  if (last !== undefined) change(path, last)
  const bytes = { database: readFileSync(path), log: readFileSync(`${path}-wal`) }
  here.close()
  const other = folderWith()
  writeFileSync(join(other, 'standin.db-wal'), bytes.log)
  return { ...bytes, folder: other, path: join(other, 'standin.db') }
}

test.each([
  ['is cut off', (database: Buffer) => database.subarray(0, 6_000)],
  ['is something else', (database: Buffer) => database.map((byte) => byte ^ 90)],
  ['is empty', () => Buffer.alloc(0)],
])('the log beside a database that %s stays as it is', async (_, damage) => {
  const { folder, path, database, log } = await killed()
  writeFileSync(path, damage(database))
  const before = readFileSync(path)
  await expect(openIn(folder)).rejects.toThrow(Damage)
  expect([readFileSync(path).equals(before), readFileSync(`${path}-wal`).equals(log)]).toEqual([true, true])
})

interface FailedStart {
  readonly code: number
  /** A statement that a newer Standin ran last. */
  readonly last?: string
  readonly damage?: (path: string) => void
  readonly options?: readonly string[]
}

test.each<[why: string, start: FailedStart]>([
  ['meets a damaged record', { code: 1, damage: (path) => overwrite(path, 2 * 4_096) }],
  [
    'meets kinds of records of a newer Standin',
    { code: 2, last: `UPDATE value SET json = '{"standin":"9.0.0","kinds":{"letter":1}}' WHERE name = 'head'` },
  ],
  ['meets tables of a newer Standin', { code: 2, last: 'PRAGMA user_version = 99' }],
  ['lacks a file of its options', { code: 2, options: ['--scenarios', '/there/is/none'] }],
])('a start that %s leaves the log of a killed process as it is', async (_, { code, last, damage, options = [] }) => {
  const { folder, path, database, log } = await killed({ count: 40, more: 1, last })
  writeFileSync(path, database)
  damage?.(path)
  const before = readFileSync(path)
  expect(await run(['start', '--port', '0', '--data', folder, ...options])).toMatchObject({ code })
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readFileSync(`${path}-wal`).subarray(0, log.length).equals(log)).toBe(true)
})

test('a log whose database is gone waits until it is back', async () => {
  const { folder, path, database } = await killed()
  await expect(openIn(folder)).rejects.toThrow(`it is missing or empty, but its log ${path}-wal exists`)
  writeFileSync(path, database)
  const here = await keptIn(folder)
  expect([here.told, here.simulator.world.environments.test.of(orderKind).size]).toEqual([[], 41])
})

test('a database that was emptied is named, and begun', async () => {
  const { folder, path } = await withOrders(1)
  truncateSync(path)
  expect((await keptIn(folder)).told).toEqual([`${path} is empty: its contents have been lost. Worlds start empty.\n`])
})

test('a database without tables, as a start leaves it that failed early, is begun', async ({ folder }) => {
  change(join(folder, 'standin.db'), 'PRAGMA journal_mode = WAL')
  const here = await keptIn(folder)
  await orders(here, 1)
  expect(here.told).toEqual([])
})

test.each([
  ['a value that is no JSON', "UPDATE value SET json = 'nope' WHERE name = 'keys'"],
  ['no table of values', 'DROP TABLE value'],
])('a database with %s is damaged, and no defect of Standin', async (_, sql) => {
  const { folder, path } = await withOrders(1)
  change(path, sql)
  await expect(openIn(folder)).rejects.toThrow(Damage)
})

test('a database of something else is refused', async ({ folder }) => {
  change(join(folder, 'standin.db'), 'CREATE TABLE mine (text)')
  await expect(openIn(folder)).rejects.toThrow(`${join(folder, 'standin.db')} is another program's database.`)
})

test('a database of a newer Standin is refused with its version', async () => {
  const { folder, path } = await withOrders(1)
  const { kinds } = headOf('1.0.0')
  for (const newer of [
    { ...kinds, order: 99 },
    { ...kinds, letter: 1 },
  ]) {
    change(path, `UPDATE value SET json = '${JSON.stringify({ standin: '99.0.0', kinds: newer })}' WHERE name = 'head'`)
    const opening = openIn(folder)
    await expect(opening).rejects.toThrow(Misuse)
    await expect(opening).rejects.toThrow(
      `${path} cannot be read: it was written by Standin 99.0.0, which is newer. Use another folder (--data).`,
    )
  }
  change(path, 'PRAGMA user_version = 3')
  await expect(openIn(folder)).rejects.toThrow(`${path} cannot be read: it was written by a newer version of Standin.`)
})

test('a folder that another process uses is refused', async ({ folder }) => {
  const here = await keptIn(folder)
  await expect(keptIn(folder)).rejects.toThrow(
    `Another Standin (process ${process.pid}) is using the folder ${folder}. Stop it first, or use another folder (--data).`,
  )
  here.close()
  const again = await keptIn(folder)
  again.close()
})

test('a path that is not a folder is refused, and the message says what to do', async ({ folder }) => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(keptIn(file)).rejects.toThrow(`The folder ${file} cannot be used: EEXIST: `)
  await expect(keptIn(join(file, 'below'))).rejects.toThrow(Misuse)
  expect(existsSync(file)).toBe(true)
})
