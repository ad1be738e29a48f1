/** The lines of a file of the log: each has a checksum that covers the lines before it, and belongs to a batch that counts only as a whole. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** `=` ends a batch; after `+`, more lines of it follow. */
export type Sign = '=' | '+'

/** Before the JSON: the sign, eight hexadecimal digits, and a space. */
const headLength = 10

export interface Line {
  readonly bytes: Buffer
  /** What the checksum of the next line begins with. */
  readonly checksum: number
}

/** A line with JSON that has no line break. `before`: the checksum of the line before; undefined: the line is the first one. */
export function lineOf(sign: Sign, json: string, before?: number): Line {
  const bytes = Buffer.from(`${sign}00000000 ${json}\n`)
  const checksum = checksumOf(bytes, before)
  bytes.write(written(checksum), 1, 'latin1')
  return { bytes, checksum }
}

/** One that goes on with the checksum before costs no more, and shows that a line is missing, doubled or exchanged. */
function checksumOf(line: Buffer, before: number | undefined): number {
  const json = line.subarray(headLength, -1)
  return before === undefined ? crc32(json) : crc32(json, (before ^ (line[0] as number)) >>> 0)
}

const written = (checksum: number) => checksum.toString(16).padStart(8, '0')

/** How far a file is whole. */
export interface Whole {
  /** The bytes of the batches that are whole. */
  readonly end: number
  /** The bytes of the file. */
  readonly size: number
  /** The number of the line that follows, and is not taken. */
  readonly line: number
  /** Why it is not: it is whole, and was refused; or its checksum is another one. Undefined: it has not the form of a line. */
  readonly why?: 'refused' | 'checksum' | undefined
  /** The checksum of the last line that was taken. */
  readonly checksum: number
}

export interface Reading {
  /** Gets the JSON of each line of a batch. When it returns false, what follows does not count. */
  take(lines: readonly unknown[]): boolean
  /** Whether checksums cover the lines before, in a file with this first line. */
  isChained(first: unknown): boolean
}

/** Reads all batches, as far as they are whole. */
export function readBatches(path: string, { take, isChained }: Reading): Whole {
  const descriptor = openSync(path, 'r')
  const { size } = fstatSync(descriptor)
  let [end, at, line, checksum] = [0, 0, 1, 0]
  let why: Whole['why']
  let batch: unknown[] = []
  let before: number | undefined
  let chained: boolean | undefined
  try {
    for (const bytes of linesIn(descriptor)) {
      at += bytes.length
      if (!hasForm(bytes)) break
      const found = checksumOf(bytes, before)
      if (bytes.toString('latin1', 1, headLength - 1) !== written(found)) {
        why = 'checksum'
        break
      }
      const value: unknown = JSON.parse(bytes.toString('utf8', headLength))
      chained ??= isChained(value)
      if (chained) before = found
      batch.push(value)
      if (bytes[0] !== equals) continue
      if (!take(batch)) {
        why = 'refused'
        batch = []
        break
      }
      line += batch.length
      batch = []
      checksum = found
      end = at
    }
  } finally {
    closeSync(descriptor)
  }
  return { end, size, line: line + batch.length, why, checksum }
}

const [equals, plus, newline, space] = [0x3d, 0x2b, 0x0a, 0x20]

const hasForm = (line: Buffer) => (line[0] === equals || line[0] === plus) && line.at(-1) === newline && line[headLength - 1] === space

/** The last one may lack its line break. */
function* linesIn(descriptor: number): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(2 ** 20)
  let rest: Buffer[] = []
  for (;;) {
    const read = readSync(descriptor, chunk)
    if (read === 0) break
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0 && at < read; at = chunk.indexOf(newline, from)) {
      const part = Buffer.from(chunk.subarray(from, at + 1))
      yield rest.length === 0 ? part : Buffer.concat([...rest, part])
      rest = []
      from = at + 1
    }
    if (from < read) rest.push(Buffer.from(chunk.subarray(from, read)))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
