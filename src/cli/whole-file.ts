/** Writes files that are whole, or not there. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from './failure.ts'

/** Rejects with {@link Failure} where the bytes are others than those of the size and the hash. */
export async function writeChecked(
  path: string,
  { sha256, size }: { readonly sha256: string; readonly size: number },
  bytes: ReadableStream<Uint8Array>,
): Promise<void> {
  const hash = createHash('sha256')
  const others = new Failure(`The bytes that arrived for ${path} are not those of its name.`)
  let arrived = 0
  const hashing = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk)
      arrived += chunk.byteLength
      // More of them would only fill the disk.
      if (arrived > size) done(others)
      else done(null, chunk)
    },
  })
  await replace(path, async (beside) => {
    const file = createWriteStream(beside, { flags: 'wx', flush: true })
    await pipeline(Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]), hashing, file)
    if (arrived !== size || hash.digest('hex') !== sha256) throw others
  })
}

/** Readers see the old file or the whole new one. `writeTo` makes the file beside it, which does not exist. */
export async function replace(path: string, writeTo: (beside: string) => Promise<void>): Promise<void> {
  const beside = `${path}.${process.pid}.part`
  // A process with the same number may have left it.
  await rm(beside, { force: true })
  try {
    await writeTo(beside)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
