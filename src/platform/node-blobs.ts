/** Content on Node: in memory while it is small, in files when it is not. */
import { createHash, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Blob, BlobStore, BlobWriter } from '../state/platform.ts'
import { type Shelf, storeOn } from './blob-store.ts'
import { gather, type Pieces, readPieces } from './pieces.ts'

/** Content beyond this size goes to a file, and so much at a time: while it is written, as much again is taken in. */
const threshold = 2 ** 20
/** Smaller chunks are gathered. */
const largeChunk = 2 ** 14
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
  append(pieces: readonly Uint8Array[]): Promise<void>
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
  const gathered = gather(largeChunk)
  let waiting = 0
  let size = 0
  let file: SpoolFile | undefined
  /** What the disk is at; never rejects. */
  let disk: Promise<void> = Promise.resolve()
  let writes = false
  /** Why no more is taken. */
  let refusal: Error | undefined
  /** Why nothing is kept. */
  let dropped: Error | undefined

  async function store(enough: number): Promise<void> {
    try {
      file ??= spool.create(id)
      while (!dropped && waiting > enough) {
        waiting = 0
        await file.append(gathered.take())
      }
    } catch (error) {
      drop(error instanceof Error ? error : new Error(String(error)))
    }
    writes = false
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
    disk = disk.then(file.end).catch(() => {})
  }
  function demandKept(): void {
    if (dropped) throw dropped
  }
  writing.add(drop)
  return {
    get size() {
      return size
    },
    write(chunk) {
      if (refusal) return Promise.reject(refusal)
      size += chunk.length
      waiting += chunk.length
      gathered.add(chunk)
      // Before the hash, so that the disk works while it is computed.
      if (waiting > threshold && !writes) {
        writes = true
        disk = store(threshold)
      }
      hash.update(chunk)
      return waiting > threshold ? disk.then(demandKept) : undefined
    },
    async finish(): Promise<Blob> {
      if (refusal) throw refusal
      refusal = new Error('The content is finished.')
      await disk
      if (file) {
        disk = store(0)
        await disk
        await file.end()
      }
      demandKept()
      writing.delete(drop)
      // What was borrowed until now is whoever's it was.
      keep(id, size, file?.path ?? gathered.take().map((piece) => new Uint8Array(piece)))
      return { id, size, md5: hash.digest('hex') }
    },
    async discard() {
      if (!refusal) drop(new Error('The content was discarded.'))
      await disk
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
