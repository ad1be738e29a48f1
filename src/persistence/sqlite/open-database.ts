/** Opens an SQLite database for worlds: creates tables and views, and refuses a database that is damaged or belongs to another program. */
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { Misuse } from '../../service/wire/misuse.ts'
import { type Database, damaged, isDamage, openDatabase } from './node-sqlite.ts'
import { applicationId, schema, schemaVersion, upgradesOfSchema, viewStatements } from './rows.ts'

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Throws for a damaged database that has a write-ahead log (WAL). Opens the database read-only: when the last read-write connection closes,
 * it checkpoints and deletes the WAL, even if the database is damaged.
 */
export function demandWhole(path: string): void {
  if (sizeOf(path) === 0) throw damaged(path, new Error(`it is missing or empty, but its log ${path}-wal exists`))
  const database = openDatabase(path, { readOnly: true })
  try {
    for (const table of ['world', 'value']) database.prepare(`SELECT total(length(json)) FROM ${table}`).get()
  } catch (error) {
    if (isDamage(error)) throw error
  } finally {
    database.close()
  }
}

/** Closes a database. `keepsLog`: preserves the WAL, by opening a read-only connection that is closed last. */
export function closeDatabase(database: Database, path: string, keepsLog: boolean): void {
  let last: Database | undefined
  try {
    if (keepsLog) last = openDatabase(path, { readOnly: true })
    last?.prepare('SELECT 1 FROM sqlite_schema').get()
  } catch {
    // If this fails, the database is closed without preserving the WAL.
  }
  database.close()
  last?.close()
}

function numberOf(database: Database, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}

const countTables = `SELECT count(*) AS tables, total(name IN ('world', 'record', 'value')) AS own FROM sqlite_schema`

/** Opens Standin's own database. `hasLog`: true if an earlier process left a WAL, which is preserved if the database is refused. */
export function openOwn(path: string, hasLog: boolean): Database {
  // The file is created here, because SQLite would make it readable by all users. SQLite gives its other files the same mode.
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  const database = openDatabase(path)
  try {
    makeOwn(database, path)
    return database
  } catch (error) {
    closeDatabase(database, path, hasLog)
    throw error
  }
}

function makeOwn(database: Database, path: string): void {
  const [id, version] = ['application_id', 'user_version'].map((pragma) => numberOf(database, pragma))
  const { tables, own } = database.prepare(countTables).get() ?? {}
  // A startup that failed early left a database without tables.
  const isNew = id === 0 && tables === 0
  if (!isNew && id !== applicationId) throw new Misuse(`${path} is another program's database. Use an empty or a new folder (--data).`)
  if (version !== undefined && version > schemaVersion)
    throw new Misuse(`${path} cannot be read: it was written by a newer version of Standin. Use another folder (--data).`)
  if (!isNew && own !== 3) throw damaged(path, new Error('tables are missing'))
  database.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 8000')
  if (isNew) transactions(database)(() => database.exec(schema))
  else if (version !== undefined && version < schemaVersion) upgrade(database, version)
  makeViews(database)
}

function upgrade(database: Database, version: number): void {
  transactions(database)(() => {
    for (const sql of upgradesOfSchema.slice(version - 1)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${schemaVersion}`)
  })
}

/** Returns a function that runs `act` in a transaction. */
export function transactions(database: Database): (act: () => void) => void {
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
        // If the disk is full, SQLite has already rolled back.
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
