/** Content on Node: in memory while it is small, in files when it is not. */
import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Blob, BlobStore, BlobWriter } from '../state/platform.ts'
import { type Shelf, storeOn } from './blob-store.ts'
import { gather, type Pieces, pieceSize, readPieces } from './pieces.ts'

/** Content beyond this size goes to a file; on the way there so much of small chunks is gathered. */
const threshold = 2 ** 20
const readSize = 2 ** 18

/** The folder of the files. */
export interface Spool {
  create(id: string): SpoolFile
  remove(path: string): void
  /** One more store uses it. */
  enter(): void
  /** One store fewer; the last one takes the folder with it. */
  leave(): void
}

export interface SpoolFile {
  readonly path: string
  append(bytes: Uint8Array): Promise<void>
  /** Closes it, once. */
  end(): Promise<void>
}

/** Pieces in memory, or the path of a file. */
type Place = Pieces | string

export function spooledBlobs(spool: Spool): BlobStore {
  spool.enter()
  return storeOn<Place>({
    writer: (shelf) => spooledWriter(spool, shelf),
    read: (place, start, end) => (typeof place === 'string' ? readFile(place, start, end) : readPieces(place, start, end)),
    remove(place) {
      if (typeof place === 'string') spool.remove(place)
    },
    close: spool.leave,
  })
}

function spooledWriter(spool: Spool, { writing, keep }: Shelf<Place>): BlobWriter {
  const id = randomUUID()
  const hash = createHash('md5')
  const gathered = gather()
  let waiting = 0
  let size = 0
  let file: SpoolFile | undefined
  let pending = 0
  let tail: Promise<void> = Promise.resolve()
  /** Why no more is taken. */
  let refusal: Error | undefined
  /** Why nothing is kept. */
  let dropped: Error | undefined

  /** Begins at once, or when what is pending is done. */
  function enqueue<T>(step: () => Promise<T>): Promise<T> {
    const result = pending++ === 0 ? attempt(step) : tail.then(() => attempt(step))
    const settle = () => {
      pending--
    }
    tail = result.then(settle, settle)
    return result
  }
  async function attempt<T>(step: () => Promise<T>): Promise<T> {
    if (dropped) throw dropped
    try {
      return await step()
    } catch (error) {
      drop(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }
  async function spill(chunk?: Uint8Array): Promise<void> {
    file ??= spool.create(id)
    waiting = 0
    for (const piece of gathered.take()) await file.append(piece)
    if (chunk) await file.append(chunk)
  }
  function drop(reason: Error): void {
    if (dropped) return
    dropped = reason
    refusal = reason
    writing.delete(drop)
    gathered.take()
    if (file === undefined) return
    spool.remove(file.path)
    // Not before: a descriptor that is closed under a write may by then belong to another file.
    tail = tail.then(file.end).catch(() => {})
  }
  writing.add(drop)
  return {
    get size() {
      return size
    },
    write(chunk) {
      if (refusal) return Promise.reject(refusal)
      size += chunk.length
      const fits = pending === 0 && waiting + chunk.length <= threshold && (file === undefined || chunk.length < pieceSize)
      if (fits) {
        waiting += chunk.length
        gathered.add(chunk)
      }
      // Before the hash, so that the disk works while it is computed.
      const written = fits ? undefined : enqueue(() => spill(chunk))
      hash.update(chunk)
      return written
    },
    finish(): Promise<Blob> {
      if (refusal) return Promise.reject(refusal)
      refusal = new Error('The content is finished.')
      return enqueue(async () => {
        if (file) await spill()
        await file?.end()
        if (dropped) throw dropped
        writing.delete(drop)
        keep(id, size, file?.path ?? gathered.take())
        return { id, size, md5: hash.digest('hex') }
      })
    },
    async discard() {
      if (!refusal) drop(new Error('The content was discarded.'))
      await tail
    },
  }
}

/** Opens only when it is asked for the first chunk: an answer that is never sent holds no descriptor. */
async function* readFile(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    for (let at = start; at < end; ) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(Math.min(readSize, end - at)), { position: at })
      if (bytesRead === 0) throw new Error(`${path} is shorter than it was.`)
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
