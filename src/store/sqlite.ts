/** Keeps worlds in a database of SQLite, in a folder that one process at a time uses. */
import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Misuse } from '../misuse.ts'
import { type Database, damaged, isDamage, isOfSqlite, openDatabase } from './node-sqlite.ts'
import { databaseName, lockFolder } from './own-folder.ts'
import { createSettling, type Sync } from './settling.ts'
import { applicationId, createWriter, rowsInWorld, schema, schemaVersion, upgradesOfSchema, viewStatements } from './sqlite-rows.ts'
import type { Row, Store, WorldRow } from './store.ts'

/** Throws {@link Misuse} when another process uses the folder, or a newer Standin wrote it, and {@link Damage} for a damaged database. */
export function openSqlite(folder: string, sync: Sync, now: () => number): Store {
  const path = join(folder, databaseName)
  const lock = lockFolder(folder, path)
  let database: Database | undefined
  try {
    const hasLog = sizeOf(`${path}-wal`) > 0
    if (hasLog) demandWhole(path)
    database = openOwn(path)
    return { ...sqliteStore(database, path, { sync, lock, now }), lacksLog: !hasLog }
  } catch (error) {
    database?.close()
    lock.close()
    throw isDamage(error) ? damaged(path, error) : error
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Reads the worlds in a database beside its log, and writes nothing. The last connection that can write moves the log into the database when it
 * closes, and removes it, also where the database is damaged.
 */
function demandWhole(path: string): void {
  if (sizeOf(path) === 0) throw damaged(path, new Error(`it is gone or empty, and ${path}-wal belongs to it`))
  const database = openDatabase(path, { readOnly: true })
  try {
    for (const table of ['world', 'value']) database.prepare(`SELECT total(length(json)) FROM ${table}`).get()
  } catch (error) {
    if (isDamage(error)) throw error
  } finally {
    database.close()
  }
}

function numberOf(database: Database, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}

const countTables = `SELECT count(*) AS tables, total(name IN ('world', 'record', 'value')) AS own FROM sqlite_schema`

function openOwn(path: string): Database {
  // SQLite would make it readable for all. What it adds has the mode of this file.
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  const database = openDatabase(path)
  const [id, version] = ['application_id', 'user_version'].map((pragma) => numberOf(database, pragma))
  const { tables, own } = database.prepare(countTables).get() ?? {}
  // A start that failed early leaves a database without tables.
  const isNew = id === 0 && tables === 0
  if (!isNew && id !== applicationId)
    throw new Misuse(`${path} is a database of something else. Name an empty folder, or a new one (--data).`)
  if (version !== undefined && version > schemaVersion)
    throw new Misuse(`${path} cannot be read: it was written by a newer Standin. Name another folder (--data).`)
  if (!isNew && own !== 3) throw damaged(path, new Error('it lacks tables'))
  database.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000')
  if (isNew) transactions(database)(() => database.exec(schema))
  else if (version !== undefined && version < schemaVersion) upgrade(database, version)
  makeViews(database)
  return database
}

function upgrade(database: Database, version: number): void {
  transactions(database)(() => {
    for (const sql of upgradesOfSchema.slice(version - 1)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${schemaVersion}`)
  })
}

/** Runs what it gets as one transaction, or nothing of it. */
function transactions(database: Database): (act: () => void) => void {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) => database.prepare(sql))
  return (act) => {
    begin?.run()
    try {
      act()
      commit?.run()
    } catch (error) {
      try {
        rollback?.run()
      } catch {
        // A full disk has ended it already.
      }
      throw error
    }
  }
}

function makeViews(database: Database): void {
  const rows = database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'view'`).all()
  const before = new Map(rows.map(({ name, sql }) => [String(name), String(sql)]))
  const changed = [...viewStatements].filter(([name, sql]) => before.get(name) !== sql)
  if (changed.length === 0) return
  transactions(database)(() => {
    for (const [name, sql] of changed) database.exec(`DROP VIEW IF EXISTS ${name}; ${sql}`)
  })
}

const syncData = promisify(fdatasync)

const columns = 'number, name, version, json, due'
const worldOf = ({ due, ...row }: Record<string, unknown>) => ({ ...row, due: due ?? undefined }) as WorldRow
const nameOf = ({ name }: Record<string, unknown>) => String(name)

interface Opened {
  readonly sync: Sync
  readonly lock: Database
  /** Milliseconds since 1970. */
  now(): number
}

function sqliteStore(database: Database, path: string, { sync, lock, now }: Opened): Store {
  const prepare = (sql: string) => database.prepare(sql)
  const write = createWriter(database)
  const inTransaction = transactions(database)
  try {
    write({ what: 'value', name: 'process', json: String(process.pid) })
    // A process that died had them until now.
    prepare('UPDATE world SET left = ? WHERE left IS NULL').run(now())
  } catch (error) {
    // A folder on a full disk opens, and says so with the first change.
    if (!isOfSqlite(error)) throw error
  }
  // It is there as long as the database is open. Its sync off this thread keeps as much as `synchronous = FULL`, and no call waits for it.
  const log = openSync(`${path}-wal`, 'r+')
  const settling = createSettling(sync, () => syncData(log))
  const selectWorlds = prepare(`SELECT ${columns} FROM world ORDER BY name`)
  const selectWorld = prepare(`SELECT ${columns} FROM world WHERE name = ?`)
  const setLeft = prepare('UPDATE world SET left = ? WHERE name = ?')
  const selectDue = prepare('SELECT name FROM world WHERE due < ? AND left IS NOT NULL')
  const selectUnused = prepare('SELECT name FROM world WHERE left < ?')
  const selectRows = prepare('SELECT id % ? AS row, kind, environment, key, version, json FROM record WHERE id >= ? AND id < ? ORDER BY id')
  const selectValue = prepare('SELECT json FROM value WHERE name = ?')
  let last = Number(prepare('SELECT max(number) AS last FROM world').get()?.last ?? 0)
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    if (sync === 'power') fdatasyncSync(log)
    database.close()
    lock.close()
    await settling.end()
    closeSync(log)
  }
  /** A disk without room notes nothing. The next process takes the world for one that is in use. */
  function note(name: string, left: number | null): void {
    try {
      setLeft.run(left, name)
    } catch (error) {
      if (!isOfSqlite(error)) throw error
    }
  }
  return {
    list: async () => selectWorlds.all().map(worldOf),
    async take(name) {
      const row = selectWorld.get(name)
      if (row === undefined) return { is: 'free' }
      note(name, null)
      return { is: 'here', world: worldOf(row) }
    },
    async load(number) {
      const rows = selectRows.all(rowsInWorld, number * rowsInWorld, (number + 1) * rowsInWorld)
      return rows.map((row) => ({ ...row, environment: row.environment ?? undefined })) as unknown as Row[]
    },
    letGo: async (name) => note(name, now()),
    due: async (before) => selectDue.all(before).map(nameOf),
    unused: async (since) => selectUnused.all(since).map(nameOf),
    newNumber: () => ++last,
    write(changes, ended) {
      try {
        if (settling.failure) throw settling.failure
        if (changes.length > 0) inTransaction(() => changes.forEach(write))
        // A value must outlive the loss of the log: it is rare.
        if (changes.some(({ what }) => what === 'value')) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      } catch (error) {
        ended(error as Error)
        return
      }
      settling.settle(ended)
    },
    read: async (name) => selectValue.get(name)?.json as string | undefined,
    isOwnFailure: (error): error is Error => isOfSqlite(error) || error === settling.failure,
    close: () => (closing ??= closeAll()),
  }
}
