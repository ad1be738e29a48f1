/** The SQLite store, in a folder that only one process can use at a time. */
import { closeSync, existsSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Row, Store, WorldRow } from '../store/store.ts'
import { type Database, damaged, isDamage, isOfSqlite } from './node-sqlite.ts'
import { closeDatabase, demandWhole, openOwn, sizeOf, transactions } from './open-database.ts'
import { contentName, databaseName, lockFolder, numbersIn } from './own-folder.ts'
import { createWriter, keyIn, rowsInWorld } from './rows.ts'
import { createSettling, type Sync } from './settling.ts'

export interface SqliteStore extends Store {
  /** True if the database file existed but was empty: SQLite treats it as new. */
  readonly wasEmpty: boolean
  /**
   * Writes this process's id, for other processes that want the folder. Call this only after the first world has been loaded, because a
   * damaged database must not be changed.
   */
  nameProcess(): void
}

/**
 * Throws {@link Misuse} if another process is using the folder (`FolderInUse`) or a newer version of Standin wrote it, and {@link Damage}
 * for a damaged database.
 */
export function openSqlite(folder: string, sync: Sync, now: () => number): SqliteStore {
  const path = join(folder, databaseName)
  const lock = lockFolder(folder, path)
  let database: Database | undefined
  const hasLog = sizeOf(`${path}-wal`) > 0
  const wasEmpty = existsSync(path) && sizeOf(path) === 0
  try {
    if (hasLog) demandWhole(path)
    database = openOwn(path, hasLog)
    return { ...sqliteStore(database, path, { sync, lock, now, hasLog }), lacksLog: !hasLog, wasEmpty }
  } catch (error) {
    if (database) closeDatabase(database, path, hasLog)
    lock.close()
    throw isDamage(error) ? damaged(path, error) : error
  }
}

const syncData = promisify(fdatasync)

const columns = 'number, name, version, json, due'
const worldOf = ({ due, ...row }: Record<string, unknown>) => ({ ...row, due: due ?? undefined }) as WorldRow
const nameOf = ({ name }: Record<string, unknown>) => String(name)

interface Opened {
  readonly sync: Sync
  readonly lock: Database
  /** True if an earlier process left a WAL. */
  readonly hasLog: boolean
  /** Milliseconds since 1970. */
  now(): number
}

function sqliteStore(database: Database, path: string, { sync, lock, now, hasLog }: Opened): Omit<SqliteStore, 'wasEmpty'> {
  const prepare = (sql: string) => database.prepare(sql)
  const write = createWriter(database)
  const inTransaction = transactions(database)
  // The WAL exists while the database is open. Flushing it on another thread is as safe as `synchronous = FULL`, but does not block calls.
  const log = openSync(`${path}-wal`, 'r+')
  const settling = createSettling(sync, () => syncData(log))
  const selectWorlds = prepare(`SELECT ${columns} FROM world ORDER BY name`)
  const selectWorld = prepare(`SELECT ${columns} FROM world WHERE name = ?`)
  const leaveAll = prepare('UPDATE world SET left = ? WHERE left IS NULL')
  const countWorlds = prepare('SELECT count(*) AS worlds FROM world')
  const setLeft = prepare('UPDATE world SET left = ? WHERE name = ?')
  const selectDue = prepare('SELECT name FROM world WHERE due < ? AND left IS NOT NULL')
  const selectUnused = prepare('SELECT name FROM world WHERE left < ?')
  const selectRows = prepare('SELECT id % ? AS row, kind, environment, key, version, json FROM record WHERE id >= ? AND id < ? ORDER BY id')
  const selectValue = prepare('SELECT json FROM value WHERE name = ?')
  const lastWorld = Number(prepare('SELECT max(number) AS last FROM world').get()?.last ?? 0)
  let last = Math.max(lastWorld, ...numbersIn(join(dirname(path), contentName)))
  let closing: Promise<void> | undefined
  async function closeAll(): Promise<void> {
    if (sync === 'power') fdatasyncSync(log)
    // If nothing was changed, the startup might have failed, so the WAL is preserved.
    closeDatabase(database, path, hasLog && taken !== undefined)
    lock.close()
    await settling.end()
    closeSync(log)
  }
  /** Worlds acquired before the first change. Nothing is written until that change. Undefined after it. */
  let taken: Set<string> | undefined = new Set()
  function noteTaken(names: Iterable<string>): void {
    // Releases worlds that belonged to a process that died.
    leaveAll.run(now())
    for (const name of names) setLeft.run(null, name)
  }
  /** Ignores SQLite errors: if the disk is full, the folder can still be opened, and the first change reports the error. */
  function note(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (!isOfSqlite(error)) throw error
    }
  }
  const writeAll: Store['write'] = (changes, ended) => {
    try {
      if (settling.failure) throw settling.failure
      if (changes.length > 0)
        inTransaction(() => {
          if (taken) noteTaken(taken)
          changes.forEach(write)
        })
      if (changes.length > 0) taken = undefined
      // Small values rarely change, and must survive the loss of the WAL.
      if (changes.some(({ what }) => what === 'value')) database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      ended(error as Error)
      return
    }
    settling.settle(ended)
  }
  const read: Store['read'] = async (name) => selectValue.get(name)?.json as string | undefined
  return {
    nameProcess: () => note(() => write({ what: 'value', name: 'process', json: String(process.pid) })),
    list: async () => selectWorlds.all().map(worldOf),
    count: async () => Number(countWorlds.get()?.worlds),
    async take(name) {
      const row = selectWorld.get(name)
      if (row === undefined) return { is: 'free' }
      if (taken) taken.add(name)
      else note(() => setLeft.run(null, name))
      return { is: 'here', world: worldOf(row) }
    },
    async load(number) {
      const rows = selectRows.all(rowsInWorld, number * rowsInWorld, (number + 1) * rowsInWorld)
      return rows.map((row) => ({ ...row, environment: row.environment ?? undefined, key: keyIn(row.key) })) as unknown as Row[]
    },
    async letGo(name) {
      if (taken) taken.delete(name)
      else note(() => setLeft.run(now(), name))
    },
    due: async (before) => selectDue.all(before).map(nameOf),
    unused: async (since) => selectUnused.all(since).map(nameOf),
    newNumber: () => ++last,
    write: writeAll,
    read,
    async swap(name, before, json) {
      if ((await read(name)) !== before) return false
      await new Promise<void>((resolve, reject) =>
        writeAll([{ what: 'value', name, json }], (failure) => (failure ? reject(failure) : resolve())),
      )
      return true
    },
    isOwnFailure: (error): error is Error => isOfSqlite(error) || error === settling.failure,
    close: () => (closing ??= closeAll()),
  }
}
