/** The files of the log: bases and logs, by their number. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { createFolder, type Folder } from './folded.ts'
import { type FileHead, whyUnreadable } from './kinds.ts'
import { readBatches } from './lines.ts'

/** The last entry of a base: without it, the base is torn. */
export const endOfBase = '"end"'

/** A base holds everything that was there when the log of the same number began. */
export const baseName = (number: number) => `base-${String(number).padStart(6, '0')}`
export const logName = (number: number) => `log-${String(number).padStart(6, '0')}`

/** What the files of a folder hold. */
export interface Generations {
  readonly folded: Folder
  /** The number of the log to go on with. */
  readonly last: number
  /** The head of that log; undefined: it is new. */
  readonly head: FileHead | undefined
}

/** Reads the newest state that is whole. Says which files are torn, and keeps the torn parts beside them. */
export function readGenerations(folder: string, tell: (text: string) => void): Generations {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  for (const name of names) if (name.endsWith('.part')) rmSync(join(folder, name))
  const numbers = (form: RegExp) => names.flatMap((name) => form.exec(name)?.[1] ?? []).map(Number)
  const logs = numbers(/^log-(\d{6})$/).sort((one, other) => one - other)
  for (const base of numbers(/^base-(\d{6})$/).sort((one, other) => other - one)) {
    const folded = createFolder()
    if (readBase(join(folder, baseName(base)), folded)) return readLogs(folder, logs, base, folded, tell)
    tell(`${join(folder, baseName(base))} is torn. Standin begins with the state before it.\n`)
  }
  const [first = 1] = logs
  if (first !== 1)
    throw new Misuse(
      `The folder ${folder} has lost its beginning: no base is whole, and the first log is ${logName(first)}. Name another folder (--data).`,
    )
  return readLogs(folder, logs, 1, createFolder(), tell)
}

function readBase(path: string, folded: Folder): boolean {
  let isWhole = false
  const { end, size } = readFile(path, (entries, head) => {
    isWhole = entries.at(-1) === 'end'
    folded.add(isWhole ? entries.slice(0, -1) : entries, head)
  })
  return isWhole && end === size
}

function readLogs(folder: string, logs: readonly number[], from: number, folded: Folder, tell: (text: string) => void): Generations {
  let last = from
  let head: FileHead | undefined
  let isTorn = false
  for (const number of logs.filter((each) => each >= from)) {
    const path = join(folder, logName(number))
    if (isTorn || number > last + 1) {
      renameSync(path, `${path}.torn`)
      tell(`${path} follows a torn file. Standin does not use it. It is ${logName(number)}.torn now.\n`)
      continue
    }
    last = number
    const { end, size, head: found } = readFile(path, (entries, own) => folded.add(entries, own))
    head = found
    if (end === size) continue
    isTorn = true
    writeFileSync(`${path}.torn`, readFileSync(path).subarray(end))
    truncateSync(path, end)
    tell(
      `${path} is torn after ${end} bytes: the last ${size - end} bytes are no whole commit. Standin uses the state before them. They are in ${logName(number)}.torn.\n`,
    )
  }
  return { folded, last, head }
}

/** Throws {@link Misuse} for a file that this Standin cannot read. */
function readFile(path: string, take: (entries: readonly unknown[], head: FileHead) => void) {
  let head: FileHead | undefined
  const whole = readBatches(path, (lines) => {
    if (head) take(lines.flat(), head)
    else {
      const why = whyUnreadable(lines[0])
      if (why !== undefined) throw new Misuse(`${path} cannot be read: ${why}. Name another folder (--data).`)
      head = lines[0] as FileHead
    }
  })
  return { ...whole, head }
}

/** Removes what a base of this number makes needless. The generation before it stays, should the base be torn one day. */
export function removeBefore(folder: string, number: number): void {
  for (let older = number - 2; older > 0; older--) {
    const paths = [baseName(older), logName(older)].map((name) => join(folder, name))
    if (!paths.some((path) => existsSync(path))) return
    for (const path of paths) rmSync(path, { force: true })
  }
}
