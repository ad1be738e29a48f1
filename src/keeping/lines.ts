/** The lines of a file of the log: each has a checksum, and belongs to a batch that counts only as a whole. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** `=` ends a batch; after `+`, more lines of it follow. */
export type Sign = '=' | '+'

/** Before the JSON: the sign, eight hexadecimal digits, and a space. */
const headLength = 10

/** A line with JSON that has no line break. */
export function lineOf(sign: Sign, json: string): Buffer {
  const line = Buffer.from(`${sign}00000000 ${json}\n`)
  line.write(checksum(line.subarray(headLength, -1)), 1, 'latin1')
  return line
}

const checksum = (bytes: Uint8Array) => crc32(bytes).toString(16).padStart(8, '0')

/** How far a file is whole. */
export interface Whole {
  /** The bytes of the batches that are whole. */
  readonly end: number
  /** The bytes of the file. */
  readonly size: number
  /** The number of the line that follows what was taken. */
  readonly line: number
  /** Whether what follows is whole, and was not taken. */
  readonly isRefused: boolean
}

/** Reads all batches, as far as they are whole. `take` gets the JSON of each line of a batch. When it returns false, what follows does not count. */
export function readBatches(path: string, take: (lines: readonly unknown[]) => boolean): Whole {
  const descriptor = openSync(path, 'r')
  const { size } = fstatSync(descriptor)
  let [end, at, line] = [0, 0, 1]
  let isRefused = false
  let batch: unknown[] = []
  try {
    for (const bytes of linesIn(descriptor)) {
      at += bytes.length
      const value = jsonOf(bytes)
      if (value === undefined) break
      batch.push(value)
      if (bytes[0] !== equals) continue
      isRefused = !take(batch)
      if (isRefused) break
      line += batch.length
      batch = []
      end = at
    }
  } finally {
    closeSync(descriptor)
  }
  return { end, size, line, isRefused }
}

const [equals, plus, newline, space] = [0x3d, 0x2b, 0x0a, 0x20]

/** Undefined for a line that is torn. */
function jsonOf(line: Buffer): unknown {
  if ((line[0] !== equals && line[0] !== plus) || line.at(-1) !== newline || line[headLength - 1] !== space) return undefined
  const json = line.subarray(headLength, -1)
  if (line.toString('latin1', 1, headLength - 1) !== checksum(json)) return undefined
  return JSON.parse(json.toString())
}

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
