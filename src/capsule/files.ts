/** Capsules in files: lines, which are gzipped when the recording ends, and a folder beside them for the bytes of large bodies. */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { Misuse } from '../misuse.ts'
import { type Capsule, readCapsule } from './read-capsule.ts'
import type { FindBeside } from './replay/contents.ts'
import type { CapsuleStore } from './store.ts'

/** The folder with the large bodies of a capsule. */
export const contentsBeside = (file: string) => `${file}.contents`

/** Makes the file anew. Throws when that is not possible. */
export function fileStore(file: string): CapsuleStore {
  const folder = contentsBeside(file)
  const descriptor = openSync(file, 'w', 0o600)
  let kept = 0
  return {
    // Not compressed yet: that would cost each call 1.5 µs of CPU, and stop the server for a millisecond now and then (bench/capsule.ts).
    write: (lines) => writeWhole(descriptor, lines),
    keep() {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const open = join(folder, `open-${process.pid}-${++kept}`)
      const content = openSync(open, 'w', 0o600)
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
      if (stats.nlink === 0) throw new Error(`${file} was removed meanwhile`)
      // Pipes and devices are not compressed.
      if (stats.isFile()) await gzipped(realpathSync(file))
    },
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

/** Replaces a file by its compressed form. If the disk has no room for both, the file stays plain, and can be read like that. */
async function gzipped(file: string): Promise<void> {
  const smaller = `${file}.${process.pid}.gz`
  try {
    // The fastest level: lines repeat each other so much that others save little.
    await pipeline(createReadStream(file), createGzip({ level: 1 }), createWriteStream(smaller, { mode: 0o600 }))
    await rename(smaller, file)
  } catch {
    await rm(smaller, { force: true })
  }
}

/** Throws {@link Misuse} for a file that is not a capsule. Of a file that was torn off, it reads what is whole. */
export async function readCapsuleFile(file: string): Promise<Capsule> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Misuse(`There is no file ${file}. Give the path of a capsule, for example bug.capsule.`)
    throw new Misuse(`${file} cannot be read: ${error.message}.`)
  })
  return readCapsule(await unzipped(bytes, file), file)
}

export const besideFile =
  (file: string): FindBeside =>
  async (sha256) => {
    const path = join(contentsBeside(file), sha256)
    return existsSync(path) ? readFileSync(path) : undefined
  }

const gzipMagic = [0x1f, 0x8b]

/** Returns what is whole. The lines of a recording that did not end are plain. */
async function unzipped(bytes: Buffer, file: string): Promise<string> {
  if (!gzipMagic.every((byte, at) => bytes[at] === byte)) return bytes.toString()
  const parts: Buffer[] = []
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  return new Promise((resolve, reject) => {
    const whole = () => resolve(Buffer.concat(parts).toString())
    gunzip.on('data', (part: Buffer) => parts.push(part)).once('end', whole)
    gunzip.once('error', (error) =>
      parts.length > 0 ? whole() : reject(new Misuse(`${file} is not a capsule of Standin: ${error.message}.`)),
    )
    gunzip.end(bytes)
  })
}
