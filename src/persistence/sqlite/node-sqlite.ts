/** SQLite as Node.js has it, and its errors. */
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'
import { Damage } from '../../service/wire/misuse.ts'

export type Database = DatabaseSync

/** Opens a database. Loads SQLite with the first one: Node.js 22 and 24 warn that it is experimental, and this one warning is not shown. */
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

/** https://sqlite.org/rescode.html: what a defect of our own causes. */
const ownCodes = new Set([1, 18, 19, 20, 21, 25])
const [busy, corrupt, notDatabase] = [5, 11, 26]

/** The primary code of an error of SQLite. */
const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined

/** Whether the database or its disk refuses, and not a defect of our own. */
export function isOfSqlite(error: unknown): error is Error {
  const code = codeOf(error)
  return code !== undefined && !ownCodes.has(code)
}
export const isBusy = (error: unknown): boolean => codeOf(error) === busy
export const isDamage = (error: unknown): error is Error => [corrupt, notDatabase].includes(codeOf(error) ?? -1)

/** `path`: the database, or what messages call it. */
export const damaged = (path: string, { message }: Error): Damage =>
  new Damage(
    `${path} is damaged: ${message}. Standin has changed and deleted nothing. Bring a backup of the folder back, or name another folder (--data).`,
  )
