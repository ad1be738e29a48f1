/** Takes a folder that keeps worlds: it is empty or has kept worlds before, and one process at a time uses it. */
import { existsSync, linkSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../platform/node-path.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { type Database, isBusy, isDamage, openDatabase } from './node-sqlite.ts'
import { sizeOf } from './open-database.ts'

export const databaseName = 'standin.db'
export const lockName = 'standin.lock'
export const contentName = 'content'

/** The numbers of the worlds that have a folder of content. */
export const numbersIn = (contents: string): number[] => namesIn(contents).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))

/**
 * Throws {@link Misuse} for a folder with files of something else: Standin removes what it does not need, and must know that it is its own.
 * Opens no file: when a process closes a file that it has opened a second time, POSIX lets go of the locks that SQLite has on it.
 */
export function demandOwnFolder(folder: string): void {
  const names = namesIn(folder)
  if (sizeOf(join(folder, databaseName)) > 0) return
  if (names.some((name) => /^(log|base)-\d{6}$/.test(name)))
    throw new Misuse(
      `The folder ${folder} has the log of an older Standin, which this one does not read. Start the version that wrote it, save each world (standin snapshots save <file> --world <name>), and load the files into a server with a new folder (standin snapshots load <file> --world <name>).`,
    )
  const others = names.filter((name) => !isTrifle(folder, name))
  if (others.length === 0) return
  const named = others.slice(0, 5).join(', ')
  throw new Misuse(
    `The folder ${folder} has files that are not of Standin: ${named}${others.length > 5 ? ' …' : ''}. Name an empty folder, or a new one (--data).`,
  )
}

/** Hidden files, what file systems put there, and what is left of a folder that lost its database. */
const isTrifle = (folder: string, name: string): boolean =>
  /^(\.|lost\+found$|standin\.(lock|db|db-(wal|shm|journal|look))$)/.test(name) ||
  (name === contentName && namesIn(join(folder, name)).every((number) => /^\d+$/.test(number)))

const namesIn = (folder: string): string[] => (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [])

/** Another process uses the folder. */
export class FolderInUse extends Misuse {
  /** Says which process uses which folder. */
  readonly said: string

  constructor(said: string) {
    super(`${said} Stop it first, or name another folder (--data).`, undefined, 409)
    this.said = said
  }
}

/**
 * The operating system frees the lock when the process ends, in whatever way. Throws {@link FolderInUse} when another process has it, or has lost
 * it because its file was deleted. `path`: the database of the folder, which names that process.
 */
export function lockFolder(folder: string, path: string): Database {
  const lockPath = join(folder, lockName)
  // SQLite would make it readable for all.
  if (!existsSync(lockPath)) writeFileSync(lockPath, '', { flag: 'wx', mode: 0o600 })
  const lock = openDatabase(lockPath)
  const inUse = () => new FolderInUse(`Another Standin (process ${processIn(path) ?? 'unknown'}) uses the folder ${folder}.`)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    if (isUsed(path)) throw inUse()
    return lock
  } catch (error) {
    lock.close()
    if (isDamage(error)) throw new Misuse(`${lockPath} is not the lock of Standin. Move it away, or name another folder (--data).`)
    throw isBusy(error) ? inUse() : error
  }
}

/** The process that uses the database, or used it last. */
function processIn(path: string): number | undefined {
  // SQLite removes the log beside an empty database, also when it only reads.
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

/** Whether another process that the database names lives, and somebody has the database open. A process may have the number of one that is gone. */
function isUsed(path: string): boolean {
  // A process that has it open has a log. Where there is none, a look would add an empty one.
  if (!existsSync(`${path}-wal`)) return false
  const other = processIn(path)
  return other !== undefined && other !== process.pid && isAlive(other) && isOpen(path)
}

/** Asks by another name of the same file: the locks are the same, and the log stays beside the database as it is. */
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
