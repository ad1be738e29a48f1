/** The files of the log: bases and logs, by their number. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Misuse } from '../misuse.ts'
import { createFolder, type Folder } from './folded.ts'
import { type FileHead, isChained, whyUnreadable } from './kinds.ts'
import { readBatches, type Whole } from './lines.ts'
import type { Manifest } from './manifest.ts'
import { asidePath } from './small-file.ts'

/** The last entry of a base: without it, the base is torn. */
export const endOfBase = '"end"'

/** A base holds everything that was there when the log of the same number began. */
export const baseName = (number: number) => `base-${String(number).padStart(6, '0')}`
export const logName = (number: number) => `log-${String(number).padStart(6, '0')}`

/** What the files of a folder hold. */
export interface Generations {
  readonly folded: Folder
  /** The number of the base that it begins with; 0: none. */
  readonly base: number
  /** The number of the log to go on with. */
  readonly last: number
  /** The head of that log; undefined: it is new. */
  readonly head: FileHead | undefined
  /** The checksum of its last line. */
  readonly checksum: number
  /** Whether something of before is lost. */
  readonly isBroken: boolean
}

/** Reads the newest state that is whole. Says which files are torn or lost, and keeps the torn parts beside them. `known`: what was there. */
export function readGenerations(folder: string, known: Manifest | undefined, tell: (text: string) => void): Generations {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  for (const name of names) if (/^base-\d{6}\.part$/.test(name)) rmSync(join(folder, name))
  const numbers = (form: RegExp) => names.flatMap((name) => form.exec(name)?.[1] ?? []).map(Number)
  const logs = numbers(/^log-(\d{6})$/).sort((one, other) => one - other)
  const bases = numbers(/^base-(\d{6})$/).sort((one, other) => other - one)
  const reading = { folder, known, tell, logs }
  // A folder without a log has made no key either.
  if (!known && logs.length === 0 && names.includes('keys.json'))
    tell(
      `${folder} has keys.json, and no log: what was kept is lost. Standin begins with ${bases.length > 0 ? 'the last base' : 'empty worlds'}.\n`,
    )
  if (known && known.base > 0 && !bases.includes(known.base)) tell(`${join(folder, baseName(known.base))} is gone. ${before}\n`)
  for (const base of bases) {
    const folded = createFolder()
    const path = join(folder, baseName(base))
    const torn = readBase(path, folded)
    if (!torn) return { ...readLogs(reading, base, folded), base }
    tell(`${path} is torn after ${torn.end} bytes${whyTorn(torn)}. ${before}\n`)
  }
  const [first = 1] = logs
  if (first !== 1)
    throw new Misuse(
      `The folder ${folder} has lost its beginning: no base is whole, and the first log is ${logName(first)}. Bring the files back, or name another folder (--data).`,
    )
  return { ...readLogs(reading, 1, createFolder()), base: 0 }
}

const before = 'Standin begins with the state before it.'

/** Returns how far a torn base is whole. */
function readBase(path: string, folded: Folder): Whole | undefined {
  let isWhole = false
  const whole = readFile(path, (entries, head) => {
    isWhole = entries.at(-1) === 'end'
    return folded.add(isWhole ? entries.slice(0, -1) : entries, head)
  })
  return isWhole && whole.end === whole.size ? undefined : whole
}

interface Reading {
  readonly folder: string
  readonly known: Manifest | undefined
  readonly logs: readonly number[]
  tell(text: string): void
}

function readLogs({ folder, known, logs, tell }: Reading, from: number, folded: Folder): Omit<Generations, 'base'> {
  let last = from
  let head: FileHead | undefined
  let checksum = 0
  let isBroken = false
  const newest = Math.max(from, known?.log ?? from, ...logs)
  for (let number = from; number <= newest; number++) {
    const path = join(folder, logName(number))
    const isThere = logs.includes(number)
    if (isBroken) {
      if (isThere) setAside(path, tell)
      continue
    }
    if (!isThere || statSync(path).size === 0) {
      const wasThere = known ? number <= known.log : isThere || from > 1
      isBroken = wasThere || number < newest
      if (isBroken) tell(`${path} is ${isThere ? 'empty' : 'gone'}: what it held is lost. ${before}\n`)
      continue
    }
    last = number
    const { head: found, ...whole } = readFile(path, folded.add)
    const { end, size } = whole
    head = found
    checksum = whole.checksum
    if (end < size) cut(path, whole, tell)
    else if (known?.log !== number || size >= known.bytes) continue
    else tell(`${path} has ${size} bytes, and had ${known.bytes}: its end is lost. Standin uses what is there.\n`)
    isBroken = true
  }
  return { folded, last, head, checksum, isBroken }
}

function setAside(path: string, tell: (text: string) => void): void {
  const aside = asidePath(path)
  renameSync(path, aside)
  tell(`${path} follows a file that is torn or lost. Standin does not use it. It is ${basename(aside)} now.\n`)
}

/** Keeps the torn end of a log beside it. */
function cut(path: string, whole: Whole, tell: (text: string) => void): void {
  const { end, size } = whole
  const aside = asidePath(path)
  writeFileSync(aside, readFileSync(path).subarray(end), { mode: 0o600 })
  truncateSync(path, end)
  tell(
    `${path} is torn after ${end} bytes: the last ${size - end} bytes are no whole commit${whyTorn(whole)}. Standin uses the state before them. They are in ${basename(aside)}.\n`,
  )
}

function whyTorn({ line, why }: Whole): string {
  if (why === 'refused') return `, because lines before line ${line} are missing`
  if (why === 'checksum') return `, because line ${line} is changed, or lines before it are missing, doubled or exchanged`
  return ''
}

/** Throws {@link Misuse} for a file that this Standin cannot read. */
function readFile(path: string, take: Folder['add']) {
  let head: FileHead | undefined
  function takeAll(lines: readonly unknown[]): boolean {
    if (head) return take(lines.flat(), head)
    const [first] = lines
    // Entries without a head.
    if (Array.isArray(first)) return false
    const why = whyUnreadable(first)
    if (why !== undefined) throw new Misuse(`${path} cannot be read: ${why}. Name another folder (--data).`)
    head = first as FileHead
    return true
  }
  return { ...readBatches(path, { take: takeAll, isChained }), head }
}

/** Removes what a base of this number makes needless. The base before it stays, with its logs, should the base be torn one day. */
export function removeBefore(folder: string, number: number): void {
  const files = readdirSync(folder).flatMap((name) => {
    const [, kind, digits] = /^(base|log)-(\d{6})$/.exec(name) ?? []
    return kind === undefined ? [] : [{ path: join(folder, name), kind, number: Number(digits) }]
  })
  // A base of the number before it may have failed.
  const before = Math.max(0, ...files.filter((file) => file.kind === 'base' && file.number < number).map((file) => file.number))
  for (const file of files) if (file.number < before) rmSync(file.path, { force: true })
}
