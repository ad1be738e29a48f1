/** Capsules in files: gzipped lines, and a folder beside them for the bytes of large bodies. */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
  // The fastest level: lines repeat each other so much that others save little (bench/capsule.ts).
  const gzip = createGzip({ level: 1 })
  const written = createWriteStream('', { fd: descriptor })
  gzip.pipe(written)
  let kept = 0
  return {
    write: (text) => void gzip.write(text),
    flush: () => gzip.flush(constants.Z_SYNC_FLUSH),
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
    end: () =>
      new Promise((resolve, reject) => {
        written.once('close', resolve).once('error', reject)
        gzip.end()
      }),
  }
}

/** Throws {@link Misuse} for a file that is not a capsule. Of a file that was torn off, it reads what is whole. */
export async function readCapsuleFile(file: string): Promise<Capsule> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Misuse(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  return readCapsule(await unzipped(bytes, file), file)
}

export const besideFile =
  (file: string): FindBeside =>
  async (sha256) => {
    const path = join(contentsBeside(file), sha256)
    return existsSync(path) ? readFileSync(path) : undefined
  }

/** As far as it goes. */
function unzipped(bytes: Uint8Array, file: string): Promise<string> {
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
