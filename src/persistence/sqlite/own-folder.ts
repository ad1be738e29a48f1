/** Checks and locks a data folder: it must be empty or contain worlds, and only one process may use it at a time. */
import { existsSync, linkSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../platform/node-path.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { type Database, isBusy, isDamage, openDatabase } from './node-sqlite.ts'
import { sizeOf } from './open-database.ts'

export const databaseName = 'standin.db'
export const lockName = 'standin.lock'
export const contentName = 'content'

export const numbersIn = (contents: string): number[] => namesIn(contents).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

/**
 * Throws {@link Misuse} for a folder that contains other programs' files, because Standin deletes unneeded files. Opens no file: when a
 * process closes a second descriptor for a file, POSIX releases SQLite's locks on it.
 */
export function demandOwnFolder(folder: string): void {
  const names = namesIn(folder)
  if (sizeOf(join(folder, databaseName)) > 0) return
  if (names.some((name) => /^(log|base)-\d{6}$/.test(name)))
    throw new Misuse(
      `The folder ${folder} contains a log from an older version of Standin, which this version cannot read. Start the version that wrote it, save each world (standin snapshots save <file> --world <name>), and load the files into a server with a new folder (standin snapshots load <file> --world <name>).`,
    )
  const others = names.filter((name) => !isTrifle(folder, name))
  if (others.length === 0) return
  const named = others.slice(0, 5).join(', ')
  throw new Misuse(
    `The folder ${folder} contains other programs' files: ${named}${others.length > 5 ? ' …' : ''}. Use an empty or a new folder (--data).`,
  )
}

/** True for files that may be present: hidden files, `lost+found`, and what remains of a data folder whose database was lost. */
const isTrifle = (folder: string, name: string): boolean =>
  /^(\.|lost\+found$|standin\.(lock|db|db-(wal|shm|journal|look))$)/.test(name) ||
  (name === contentName && namesIn(join(folder, name)).every((number) => /^\d+$/.test(number)))

const namesIn = (folder: string): string[] => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [])

/** Thrown if another process is using the folder. */
export class FolderInUse extends Misuse {
  /** The message without its advice. */
  readonly said: string

  constructor(said: string) {
    super(`${said} Stop it first, or use another folder (--data).`, undefined, 409)
    this.said = said
  }
}

/**
 * Locks the folder. The operating system releases the lock when the process ends. Throws {@link FolderInUse} if another process has the
 * lock, or still uses the folder after its lock file was deleted. `path`: the folder's database, which contains the id of the process that
 * uses the folder.
 */
export function lockFolder(folder: string, path: string): Database {
  const lockPath = join(folder, lockName)
  // The file is created here, because SQLite would make it readable by all users.
  if (!existsSync(lockPath)) writeFileSync(lockPath, '', { flag: 'wx', mode: 0o600 })
  const lock = openDatabase(lockPath)
  const inUse = () => new FolderInUse(`Another Standin (process ${processIn(path) ?? 'unknown'}) is using the folder ${folder}.`)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    if (isUsed(path)) throw inUse()
    return lock
  } catch (error) {
    lock.close()
    if (isDamage(error)) throw new Misuse(`${lockPath} is not a Standin lock file. Move it away, or use another folder (--data).`)
    throw isBusy(error) ? inUse() : error
  }
}

function processIn(path: string): number | undefined {
  // SQLite deletes the WAL of an empty database, even if it is opened read-only.
  if (sizeOf(path) === 0) return undefined
  try {
    const database = openDatabase(path, { readOnly: true })
    const { json } = database.prepare(`SELECT json FROM value WHERE name = 'process'`).get() ?? {}
    database.close()
    return json === undefined ? undefined : Number(json)
  } catch {
    return undefined
  }
}

/** True if the process named in the database is running and the database is open. Checks both, because process ids are reused. */
function isUsed(path: string): boolean {
  // An open database has a WAL. If there is none, opening the database would create an empty WAL.
  if (!existsSync(`${path}-wal`)) return false
  const other = processIn(path)
  return other !== undefined && other !== process.pid && isAlive(other) && isOpen(path)
}

/** Returns true if the database is open. Checks through a hard link, which shares the database's locks but not its WAL. */
function isOpen(path: string): boolean {
  const name = `${path}-look`
  let database: Database | undefined
  try {
    rmSync(name, { force: true })
    linkSync(path, name)
    database = openDatabase(name)
    database.exec('PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_schema')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    database?.close()
    for (const end of ['', '-wal', '-shm']) rmSync(name + end, { force: true })
  }
}
