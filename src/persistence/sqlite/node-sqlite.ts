/** Opens SQLite databases on Node.js, and classifies SQLite errors. */
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'
import { Damage } from '../../service/wire/misuse.ts'

export type Database = DatabaseSync

/** Opens a database. Hides the warning from Node.js 22 and 24 that SQLite is experimental. */
export function openDatabase(path: string, options: DatabaseSyncOptions = {}): Database {
  const { emitWarning } = process
  function emitOther(this: unknown, ...warning: unknown[]): void {
    if (!String(warning[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emitWarning, process, warning)
  }
  process.emitWarning = emitOther as typeof emitWarning
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    return new DatabaseSync(path, options)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Codes of errors caused by our own bugs: https://sqlite.org/rescode.html. */
const ownCodes = new Set([1, 18, 19, 20, 21, 25])
const [busy, corrupt, notDatabase] = [5, 11, 26]

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** True for errors in the database or on its disk; false for our own bugs. */
export function isOfSqlite(error: unknown): error is Error {
  const code = codeOf(error)
  return code !== undefined && !ownCodes.has(code)
}
export const isBusy = (error: unknown): boolean => codeOf(error) === busy
export const isDamage = (error: unknown): error is Error => [corrupt, notDatabase].includes(codeOf(error) ?? -1)

/** `path`: the database, or its name in messages. */
export const damaged = (path: string, { message }: Error): Damage =>
  new Damage(
    `${path} is damaged: ${message}. Standin has not changed or deleted anything. Restore a backup of the folder, or use another folder (--data).`,
  )
