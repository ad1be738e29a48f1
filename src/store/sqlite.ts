/** Keeps worlds in a database of SQLite, in a folder that one process at a time uses. */
import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Damage, Misuse } from '../misuse.ts'
import { type Database, isBusy, isDamage, isOfSqlite, openDatabase } from './node-sqlite.ts'
import { databaseName, lockName } from './own-folder.ts'
import { createSettling, type Sync } from './settling.ts'
import type { Change, Row, Store, WorldRow } from './store.ts'
import { rowsInWorld, views } from './views.ts'

/** Written into the database, so that no other one is taken for it. */
const applicationId = 0x5374_616e
/** The version of the tables. */
const schemaVersion = 1

const schema = `
CREATE TABLE world (place INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, json TEXT NOT NULL);
CREATE TABLE record (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, environment TEXT, key NOT NULL, version INTEGER NOT NULL, json TEXT NOT NULL);
CREATE TABLE value (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};`

/** Throws {@link Misuse} when another process uses the folder, or a newer Standin wrote it, and {@link Damage} for a damaged database. */
export function openSqlite(folder: string, sync: Sync): Store {
  const path = join(folder, databaseName)
  const lock = lockFolder(folder, path)
  let database: Database | undefined
  try {
    database = openOwn(path)
    return sqliteStore(database, path, sync, lock)
  } catch (error) {
    database?.close()
    lock.close()
    throw isDamage(error) ? damaged(path, error) : error
  }
}

export const damaged = (path: string, { message }: Error): Damage =>
  new Damage(
    `${path} is damaged: ${message}. Standin has changed and deleted nothing. Bring a backup of the folder back, or name another folder (--data).`,
  )

/** The operating system frees the lock when the process ends, in whatever way. */
function lockFolder(folder: string, path: string): Database {
  const lock = openDatabase(join(folder, lockName))
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (isDamage(error))
      throw new Misuse(`${join(folder, lockName)} is not the lock of Standin. Move it away, or name another folder (--data).`)
    if (!isBusy(error)) throw error
    throw new Misuse(
      `Another Standin (process ${processIn(path)}) uses the folder ${folder}. Stop it first, or name another folder (--data).`,
      undefined,
      409,
    )
  }
}

/** The process that uses the database. */
function processIn(path: string): string {
  try {
    const database = openDatabase(path, { readOnly: true })
    const { json } = database.prepare(`SELECT json FROM value WHERE name = 'process'`).get() ?? {}
    database.close()
    return String(json ?? 'unknown')
  } catch {
    return 'unknown'
  }
}

function numberOf(database: Database, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}

function openOwn(path: string): Database {
  // SQLite would make it readable for all. What it adds has the mode of this file.
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  const database = openDatabase(path)
  const [id, version, pages] = ['application_id', 'user_version', 'page_count'].map((pragma) => numberOf(database, pragma))
  const isNew = pages === 0
  if (!isNew && id !== applicationId)
    throw new Misuse(`${path} is a database of something else. Name an empty folder, or a new one (--data).`)
  if (version !== undefined && version > schemaVersion)
    throw new Misuse(`${path} cannot be read: it was written by a newer Standin. Name another folder (--data).`)
  database.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000')
  if (isNew) transactions(database)(() => database.exec(schema))
  makeViews(database)
  return database
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
  const found = database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'view'`).all()
  const before = new Map(found.map(({ name, sql }) => [String(name), String(sql)]))
  const changed = [...views].filter(([name, sql]) => before.get(name) !== sql)
  if (changed.length === 0) return
  transactions(database)(() => {
    for (const [name, sql] of changed) database.exec(`DROP VIEW IF EXISTS ${name}; ${sql}`)
  })
}

const syncData = promisify(fdatasync)

function sqliteStore(database: Database, path: string, sync: Sync, lock: Database): Store {
  const prepare = (sql: string) => database.prepare(sql)
  const write = createWriter(database)
  const inTransaction = transactions(database)
  try {
    write({ what: 'value', name: 'process', json: String(process.pid) })
  } catch (error) {
    // A folder on a full disk opens, and says so with the first change.
    if (!isOfSqlite(error)) throw error
  }
  // It is there as long as the database is open. Its sync off this thread keeps as much as `synchronous = FULL`, and no call waits for it.
  const log = openSync(`${path}-wal`, 'r+')
  const settling = createSettling(sync, () => syncData(log))
  const selectWorlds = prepare('SELECT place, name, version, json FROM world ORDER BY place')
  const selectRows = prepare('SELECT id % ? AS row, kind, environment, key, version, json FROM record WHERE id >= ? AND id < ? ORDER BY id')
  const selectValue = prepare('SELECT json FROM value WHERE name = ?')
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    if (sync === 'power') fdatasyncSync(log)
    database.close()
    lock.close()
    await settling.end()
    closeSync(log)
  }
  return {
    worlds: async () => selectWorlds.all() as unknown as WorldRow[],
    async load(place) {
      const rows = selectRows.all(rowsInWorld, place * rowsInWorld, (place + 1) * rowsInWorld)
      return rows.map((row) => ({ ...row, environment: row.environment ?? undefined })) as unknown as Row[]
    },
    letGo: async () => {},
    write(changes, kept) {
      try {
        if (settling.failure) throw settling.failure
        if (changes.length > 0) inTransaction(() => changes.forEach(write))
        // A value must outlive the loss of the log: it is rare.
        if (changes.some(({ what }) => what === 'value')) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      } catch (error) {
        kept(error as Error)
        return
      }
      settling.settle(kept)
    },
    read: async (name) => selectValue.get(name)?.json as string | undefined,
    isOwnFailure: (error): error is Error => isOfSqlite(error) || error === settling.failure,
    close: () => (closing ??= closeAll()),
  }
}

function idOf(place: number, row: number): number {
  const id = place * rowsInWorld + row
  if (row < rowsInWorld && Number.isSafeInteger(id)) return id
  throw new Error(`The database has no room for row ${row} of world ${place}.`)
}

function createWriter(database: Database): (change: Change) => void {
  const put = database.prepare(
    'INSERT INTO record VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, environment = excluded.environment, key = excluded.key, version = excluded.version, json = excluded.json',
  )
  const remove = database.prepare('DELETE FROM record WHERE id = ?')
  const putWorld = database.prepare(
    'INSERT INTO world VALUES (?, ?, ?, ?) ON CONFLICT (place) DO UPDATE SET name = excluded.name, version = excluded.version, json = excluded.json',
  )
  const dropWorld = database.prepare('DELETE FROM world WHERE place = ?')
  const dropRows = database.prepare('DELETE FROM record WHERE id >= ? AND id < ?')
  const putValue = database.prepare('INSERT INTO value VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json')
  return (change) => {
    if (change.what === 'put') {
      const { row, kind, environment, key, version, json } = change.row
      put.run(idOf(change.place, row), kind, environment ?? null, key, version, json)
    } else if (change.what === 'remove') remove.run(change.place * rowsInWorld + change.row)
    else if (change.what === 'world') putWorld.run(change.world.place, change.world.name, change.world.version, change.world.json)
    else if (change.what === 'value') putValue.run(change.name, change.json)
    else {
      dropWorld.run(change.place)
      dropRows.run(change.place * rowsInWorld, (change.place + 1) * rowsInWorld)
    }
  }
}
