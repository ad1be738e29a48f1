/** Writes the bytes of a file into PostgreSQL as they come, with flat memory. */
import { createHash, type Hash } from 'node:crypto'
import type { Shelf, StoredBytes } from '../../platform/blob-store.ts'
import { gather } from '../../platform/pieces.ts'
import type { BlobWriter } from '../../world/platform.ts'
import { type PiecesOfWorld, pieceBytes } from './pieces.ts'

/** Where content lies. What is paused has its hash. */
export interface Piecewise {
  readonly id: string
  readonly hash?: Hash
}

/** Bytes that wait while a piece is written, at most. */
const most = 2 * pieceBytes
/** Bytes. Smaller chunks are gathered. */
const largeChunk = 2 ** 14

/** `writers`: ends each writer, and leaves what it has written. */
export function pieceWriter(
  pieces: PiecesOfWorld,
  writers: Set<(reason: Error) => void>,
  { writing, keep }: Shelf<Piecewise>,
  id: string,
  paused?: StoredBytes<Piecewise>,
): BlobWriter {
  const first = paused?.size ?? 0
  const hash = paused?.place.hash?.copy() ?? createHash('md5')
  const gathered = gather(largeChunk)
  let [size, stored, waiting] = [first, first, 0]
  /** The current work in the database. Never rejects. */
  let work: Promise<void> = Promise.resolve()
  let isWorking = false
  let hasBegun = false
  /** Why no more bytes are accepted, and why the content is not kept. */
  let refusal: Error | undefined
  let dropped: Error | undefined

  async function store(enough: number): Promise<void> {
    try {
      // What another writer left there.
      if (!hasBegun) await pieces.cut(id, first)
      hasBegun = true
      while (!dropped && waiting > enough) {
        const bytes = Buffer.concat(gathered.take())
        waiting = 0
        await pieces.append(id, stored, bytes)
        stored += bytes.length
      }
    } catch (error) {
      drop(error as Error)
    }
    isWorking = false
  }
  function end(reason: Error): void {
    refusal ??= reason
    dropped ??= reason
    writing.delete(drop)
    writers.delete(end)
    gathered.take()
  }
  function drop(reason: Error): void {
    if (dropped) return
    end(reason)
    // Where this fails, `find` removes them.
    if (hasBegun || isWorking) work = work.then(() => pieces.cut(id, first)).catch(() => {})
  }
  function demandKept(): void {
    if (dropped) throw dropped
  }
  async function settle(goesOn: boolean): Promise<void> {
    if (refusal) throw refusal
    refusal = new Error('The content is finished.')
    await work
    if (waiting > 0 && !dropped) {
      isWorking = true
      work = store(0)
      await work
    }
    demandKept()
    writing.delete(drop)
    writers.delete(end)
    keep(id, size, goesOn ? { id, hash } : { id }, goesOn)
  }
  writing.add(drop)
  writers.add(end)
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
      if (!isWorking && waiting >= pieceBytes) {
        isWorking = true
        work = store(pieceBytes)
      }
      return isWorking && waiting > most ? work.then(demandKept) : undefined
    },
    async finish() {
      await settle(false)
      return { id, size, md5: hash.digest('hex') }
    },
    async pause() {
      await settle(true)
      return { id, size, md5: hash.copy().digest('hex') }
    },
    async discard() {
      if (!refusal) drop(new Error('The content was discarded.'))
      await work
    },
  }
}
