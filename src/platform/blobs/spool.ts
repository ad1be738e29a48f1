/** Writes content to memory first, and to a spool file once the content grows large. */
import { createHash, type Hash } from 'node:crypto'
import type { Blob, BlobWriter } from '../../service/world/platform.ts'
import type { Shelf, StoredBytes } from './blob-store.ts'
import { gather, type Pieces } from './pieces.ts'

/** Content of more than this many bytes goes to a file. */
const threshold = 2 ** 20
/** Bytes per write. While a write is in progress, the same amount again is accepted. */
const batch = 2 ** 19
/** Chunks of fewer bytes are merged. Copying larger chunks as well would cost uploads 50 % more CPU (`npm run bench`, upload). */
const largeChunk = 2 ** 14

export interface Spool {
  /** True if even small content is stored in files. */
  readonly takesAll?: boolean
  /** Creates a file. The file must be unique, because content in different worlds can have the same id. */
  create(id: string): SpoolFile
  /** Opens a file of `size` bytes to append to it. */
  reopen(path: string, size: number): SpoolFile
  /** Default: reads a local file. */
  read?(path: string, start: number, end: number): AsyncIterable<Uint8Array>
  remove(path: string): void
  /** Removes a file that was never completed. */
  discard(path: string): void | Promise<void>
  /** Registers another store as a user of the spool. Does nothing by default. */
  enter?(): void
  /** Unregisters a store. When the last store leaves, all files are removed. */
  leave(): void
}

export interface SpoolFile {
  readonly path: string
  append(pieces: readonly Uint8Array[]): Promise<void>
  cut(size: number): Promise<void>
  /** Closes the file. Further calls do nothing. */
  end(): Promise<void>
}

/** Pieces in memory, or the path of a file. Unfinished content also has its hash state. */
export interface FilePlace {
  readonly bytes: Pieces | string
  readonly hash?: Hash
}

export function spooledWriter(spool: Spool, { writing, add }: Shelf<FilePlace>, id: string, paused?: StoredBytes<FilePlace>): BlobWriter {
  const before = paused?.place.bytes ?? []
  const path = typeof before === 'string' ? before : undefined
  const hash = paused?.place.hash?.copy() ?? createHash('md5')
  const gathered = gather(largeChunk)
  if (typeof before !== 'string') for (const piece of before) gathered.add(piece)
  const first = paused?.size ?? 0
  let size = first
  let waiting = path === undefined ? size : 0
  let file: SpoolFile | undefined
  /** The disk operation in progress. Never rejects. */
  let disk: Promise<void> = Promise.resolve()
  let writes = false
  /** The reason why no more bytes are accepted. */
  let refusal: Error | undefined
  let dropped: Error | undefined

  async function store(enough: number): Promise<void> {
    try {
      file ??= path === undefined ? spool.create(id) : spool.reopen(path, first)
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
    const { path: own, cut, end } = file
    const undo = () => (path === undefined ? spool.discard(own) : cut(first))
    // Waits for the current write: if the file were closed first, the write could reach another file with the same descriptor.
    disk = disk
      .then(undo)
      .catch(() => {})
      .then(end)
      .catch(() => {})
  }
  function demandKept(): void {
    if (dropped) throw dropped
  }
  async function settle(goesOn: boolean): Promise<void> {
    if (refusal) throw refusal
    refusal = new Error('The content is finished.')
    await disk
    if (file || (path !== undefined && waiting > 0) || (path === undefined && spool.takesAll)) {
      disk = store(0)
      await disk
    }
    // The file of discarded content is already closed.
    demandKept()
    await file?.end()
    demandKept()
    writing.delete(drop)
    // Copies the chunks, because they might be views of memory that other code uses.
    const bytes = file?.path ?? path ?? gathered.take().map((piece) => new Uint8Array(piece))
    add(id, size, goesOn ? { bytes, hash } : { bytes }, goesOn)
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
      hash.update(chunk)
      gathered.add(chunk)
      if (!writes && waiting > (file ? batch : threshold)) {
        writes = true
        disk = store(batch)
      }
      return dropped || (writes && waiting > batch) ? disk.then(demandKept) : undefined
    },
    async finish(): Promise<Blob> {
      await settle(false)
      return { id, size, md5: hash.digest('hex') }
    },
    async pause() {
      await settle(true)
      return { id, size, md5: hash.copy().digest('hex') }
    },
    async discard() {
      if (!refusal) drop(new Error('The content was discarded.'))
      await disk
    },
  }
}
