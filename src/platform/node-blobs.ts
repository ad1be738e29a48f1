/** Content on Node: in memory while it is small, in files when it is not. */
import { createHash, type Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Blob, BlobStore, BlobWriter } from '../state/platform.ts'
import { type Kept, type Shelf, storeOn } from './blob-store.ts'
import { gather, type Pieces, readPieces } from './pieces.ts'

/** Content beyond this size goes to a file. */
const threshold = 2 ** 20
/** So much at a time: while it is written, as much again is taken in. */
const batch = 2 ** 19
/** Smaller chunks are gathered. */
const largeChunk = 2 ** 14
const readSize = 2 ** 18

/** The folder of the files. */
export interface Spool {
  create(id: string): SpoolFile
  /** To go on at its end. */
  reopen(path: string): SpoolFile
  remove(path: string): void
  /** One more store uses it. */
  enter(): void
  /** One store fewer; the last one takes the folder with it. */
  leave(): void
}

export interface SpoolFile {
  readonly path: string
  append(pieces: readonly Uint8Array[]): Promise<void>
  /** Takes away what comes after so many bytes. */
  cut(size: number): Promise<void>
  /** Closes it, once. */
  end(): Promise<void>
}

/** Pieces in memory, or the path of a file; what is not finished has the hash to go on with. */
interface FilePlace {
  readonly bytes: Pieces | string
  readonly hash?: Hash
}

export function spooledBlobs(spool: Spool): BlobStore {
  spool.enter()
  return storeOn<FilePlace>({
    writer: (shelf, id, paused) => spooledWriter(spool, shelf, id, paused),
    read: ({ bytes }, start, end) => (typeof bytes === 'string' ? readFile(bytes, start, end) : readPieces(bytes, start, end)),
    remove({ bytes }) {
      if (typeof bytes === 'string') spool.remove(bytes)
    },
    close: spool.leave,
  })
}

function spooledWriter(spool: Spool, { writing, keep }: Shelf<FilePlace>, id: string, paused?: Kept<FilePlace>): BlobWriter {
  const before = paused?.place.bytes ?? []
  const path = typeof before === 'string' ? before : undefined
  const hash = paused?.place.hash?.copy() ?? createHash('md5')
  const gathered = gather(largeChunk)
  if (typeof before !== 'string') for (const piece of before) gathered.add(piece)
  let size = paused?.size ?? 0
  let waiting = path === undefined ? size : 0
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
      file ??= path === undefined ? spool.create(id) : spool.reopen(path)
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
    const { cut, end } = file
    if (path === undefined) spool.remove(file.path)
    else disk = disk.then(() => cut(paused?.size ?? 0)).catch(() => {})
    // Not before: a descriptor that is closed under a write may by then belong to another file.
    disk = disk.then(end).catch(() => {})
  }
  function demandKept(): void {
    if (dropped) throw dropped
  }
  async function settle(goesOn: boolean): Promise<void> {
    if (refusal) throw refusal
    refusal = new Error('The content is finished.')
    await disk
    if (file || (path !== undefined && waiting > 0)) {
      disk = store(0)
      await disk
    }
    // What is given up ends its file itself.
    demandKept()
    await file?.end()
    demandKept()
    writing.delete(drop)
    // What was borrowed until now is whoever's it was.
    const bytes = file?.path ?? path ?? gathered.take().map((piece) => new Uint8Array(piece))
    keep(id, size, goesOn ? { bytes, hash } : { bytes }, goesOn)
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
      if (!writes && waiting > (file ? batch : threshold)) {
        writes = true
        disk = store(batch)
      }
      hash.update(chunk)
      return dropped || (writes && waiting > batch) ? disk.then(demandKept) : undefined
    },
    async finish(): Promise<Blob> {
      await settle(false)
      return { id, size, md5: hash.digest('hex') }
    },
    async pause() {
      await settle(true)
      return { id, size }
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
