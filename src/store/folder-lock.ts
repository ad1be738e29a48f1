/** Lets one process at a time use a folder. */
import { join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { type Database, isBusy, isDamage, openDatabase } from './node-sqlite.ts'
import { lockName } from './own-folder.ts'

/**
 * The operating system frees the lock when the process ends, in whatever way. Throws {@link Misuse} when another process has it. `path`: the
 * database of the folder, which names that process.
 */
export function lockFolder(folder: string, path: string): Database {
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
