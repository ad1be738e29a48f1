/** Content in memory, however large. */
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import type { BlobStore, BlobWriter } from '../state/platform.ts'

/** Smaller chunks are gathered into pieces of this size: a million chunks of one byte must not cost a million arrays. */
export const pieceSize = 2 ** 16

export type Pieces = readonly Uint8Array[]

/** What writers see of their store. */
export interface Shelf<Place> {
  /** How each content that is being written is given up. */
  readonly writing: Set<(reason: Error) => void>
  keep(id: string, size: number, place: Place): void
}

/** What makes a store of a way to keep bytes. */
interface Medium<Place> {
  writer(shelf: Shelf<Place>): BlobWriter
  read(place: Place, start: number, end: number): AsyncIterable<Uint8Array>
  remove(place: Place): void
  close(): void
}

export function storeOn<Place>(medium: Medium<Place>): BlobStore {
  const kept = new Map<string, { readonly size: number; readonly place: Place }>()
  const writing: Shelf<Place>['writing'] = new Set()
  let bytes = 0
  let closed = false

  function keep(id: string, size: number, place: Place): void {
    kept.set(id, { size, place })
    bytes += size
  }
  return {
    create() {
      if (closed) throw new Error('The store is closed.')
      return medium.writer({ writing, keep })
    },
    read(id, start, end) {
      const content = kept.get(id)
      if (content === undefined) throw new Error(`There is no content ${id}.`)
      if (!(start >= 0 && start <= end && end <= content.size)) throw new RangeError(`Bytes ${start} to ${end} of ${content.size}.`)
      return medium.read(content.place, start, end)
    },
    remove(id) {
      const content = kept.get(id)
      if (content === undefined) return
      kept.delete(id)
      bytes -= content.size
      medium.remove(content.place)
    },
    get held() {
      return { bytes, count: kept.size }
    },
    close() {
      if (closed) return
      closed = true
      for (const drop of writing) drop(new Error('The store is closed.'))
      for (const { place } of kept.values()) medium.remove(place)
      kept.clear()
      bytes = 0
      medium.close()
    },
  }
}

export function memoryBlobs(): BlobStore {
  return storeOn<Pieces>({ writer: memoryWriter, read: readPieces, remove: () => {}, close: () => {} })
}

function memoryWriter({ writing, keep }: Shelf<Pieces>): BlobWriter {
  const hash = md5.create()
  const gathered = gather()
  let size = 0
  let refusal: Error | undefined

  function end(reason: Error): void {
    refusal ??= reason
    writing.delete(end)
    gathered.take()
  }
  writing.add(end)
  return {
    get size() {
      return size
    },
    write(chunk) {
      if (refusal) return Promise.reject(refusal)
      size += chunk.length
      hash.update(chunk)
      gathered.add(chunk)
      return undefined
    },
    async finish() {
      if (refusal) throw refusal
      const id = bytesToHex(randomBytes(16))
      keep(id, size, gathered.take())
      end(new Error('The content is finished.'))
      return { id, size, md5: bytesToHex(hash.digest()) }
    },
    async discard() {
      end(new Error('The content was discarded.'))
    },
  }
}

/** Keeps copies, because whoever brings a chunk may reuse it. */
export function gather() {
  let pieces: Uint8Array[] = []
  let piece = new Uint8Array(0)
  let filled = 0

  function endPiece(): void {
    if (filled > 0) pieces.push(filled === piece.length ? piece : piece.slice(0, filled))
    piece = new Uint8Array(0)
    filled = 0
  }
  function makeRoom(size: number): void {
    const room = new Uint8Array(Math.min(pieceSize, Math.max(size, 2 * piece.length)))
    room.set(piece.subarray(0, filled))
    piece = room
  }
  return {
    add(chunk: Uint8Array): void {
      if (filled + chunk.length > pieceSize) endPiece()
      if (chunk.length >= pieceSize) {
        pieces.push(new Uint8Array(chunk))
        return
      }
      if (filled + chunk.length > piece.length) makeRoom(filled + chunk.length)
      piece.set(chunk, filled)
      filled += chunk.length
    },
    take(): Pieces {
      endPiece()
      const taken = pieces
      pieces = []
      return taken
    },
  }
}

export async function* readPieces(pieces: Pieces, start: number, end: number): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const piece of pieces) {
    if (from >= end) return
    const to = from + piece.length
    // A copy: a byte stream takes the memory of what is handed to it.
    if (to > start) yield piece.slice(Math.max(0, start - from), end - from)
    from = to
  }
}
