/** Capsule files: lines that are gzipped when the recording ends, and a folder next to the file for large bodies. */
import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import type { CapsuleStore } from '../../control/recordings.ts'
import { makeFolder } from '../../platform/node-path.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { type Capsule, createCapsuleReading } from './replay/read-capsule.ts'
import { createSplitting } from './replay/reading.ts'
import type { Stored } from './replay/values.ts'

export { type CallNumber, type Capsule, type Counts, countsOf, type RecordedCall } from './replay/read-capsule.ts'

/** Returns the path of the folder for a capsule's large bodies. */
export const contentsBeside = (file: string) => `${file}.contents`

function demandNoLink(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Misuse(`${folder} is a symbolic link. A capsule's large bodies must be in a real folder next to it. Remove the link.`)
}

/** Creates or replaces the file. Throws if that fails. */
export function fileStore(file: string): CapsuleStore {
  const folder = contentsBeside(file)
  demandNoLink(folder)
  const descriptor = openSync(file, 'w', 0o600)
  let opened = 0
  return {
    // Lines are not compressed during the recording, because compression costs 1.5 µs of CPU per call and sometimes blocks the server
    // for about a millisecond.
    write: (lines) => writeWhole(descriptor, lines),
    keep() {
      makeFolder(folder, 0o700)
      const open = join(folder, `open-${process.pid}-${++opened}`)
      // An earlier process with the same id may have left this file behind.
      rmSync(open, { force: true })
      const content = openSync(open, 'wx', 0o600)
      return {
        write: (chunk) => void writeSync(content, chunk),
        end(sha256) {
          closeSync(content)
          renameSync(open, join(folder, sha256))
        },
      }
    },
    file,
    read: () => createReadStream(file),
    async end() {
      const stats = fstatSync(descriptor)
      closeSync(descriptor)
      if (stats.nlink === 0) throw new Error(`${file} was removed during the recording`)
      // Pipes and devices are not compressed.
      if (stats.isFile()) await gzipped(realpathSync(file))
    },
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

/** Replaces a file with its compressed form. If the disk is too full for both, the file stays uncompressed and readable. */
async function gzipped(file: string): Promise<void> {
  const smaller = `${file}.${process.pid}.gz`
  try {
    // Uses the fastest compression level, because lines are so repetitive that higher levels gain little.
    await rm(smaller, { force: true })
    await pipeline(createReadStream(file), createGzip({ level: 1 }), createWriteStream(smaller, { mode: 0o600, flags: 'wx' }))
    await rename(smaller, file)
  } catch {
    await rm(smaller, { force: true })
  }
}

/**
 * Rejects with {@link Misuse} if the file is not a capsule, or if its uncompressed text is larger than `most` bytes. A truncated file is
 * read up to its last complete line.
 */
export async function readCapsuleFile(file: string, most = Number.POSITIVE_INFINITY): Promise<Capsule> {
  const splitting = createSplitting({ most, place: file })
  const reading = createCapsuleReading(file)
  for await (const bytes of textOf(file)) for (const line of splitting.take(bytes)) reading.line(line)
  return reading.end(splitting.rest())
}

/** Provides access to the files next to a capsule. */
export const storedWith = (file: string): Stored => ({
  async beside(sha256) {
    const folder = contentsBeside(file)
    const path = join(folder, sha256)
    // Symbolic links are not part of a capsule.
    const there = (each: string) => lstatSync(each, { throwIfNoEntry: false })
    return there(folder)?.isDirectory() && there(path)?.isFile() ? readFileSync(path) : undefined
  },
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
})

const gzipMagic = [0x1f, 0x8b]

/** Yields the uncompressed bytes. Only a finished recording is compressed. */
async function* textOf(file: string): AsyncGenerator<Uint8Array> {
  const stored = createReadStream(file)
  const source = stored[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    const first = await source.next().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Misuse(`File not found: ${file}. Specify a capsule, such as bug.capsule.`)
      throw new Misuse(`${file} cannot be read: ${error.message}.`)
    })
    const all = from(first, source)
    if (first.done === true || !gzipMagic.every((byte, at) => first.value[at] === byte)) {
      yield* all
      return
    }
    let isEmpty = true
    const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
    const compressed = Readable.from(all)
    compressed.once('error', (error) => gunzip.destroy(error))
    try {
      for await (const part of compressed.pipe(gunzip)) {
        isEmpty = false
        yield part as Buffer
      }
    } catch (error) {
      if (error instanceof Misuse) throw error
      if (isEmpty) throw new Misuse(`${file} is not a Standin capsule: ${error instanceof Error ? error.message : String(error)}.`)
    } finally {
      gunzip.destroy()
      compressed.destroy()
    }
  } finally {
    stored.destroy()
  }
}

async function* from(first: IteratorResult<Buffer>, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = first; next.done !== true; next = await source.next()) yield next.value
}
