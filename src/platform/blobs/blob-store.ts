/** A content store on any medium, and an in-memory store. */

import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import { Misuse } from '../../service/wire/misuse.ts'
import type { BlobStore, BlobWriter } from '../../service/world/platform.ts'
import { gather, type Pieces, readPieces } from './pieces.ts'

/** The part of a store that writers use. */
export interface Shelf<Location> {
  /** Functions that abort unfinished writers with a reason. */
  readonly writing: Set<(reason: Error) => void>
  /** Adds content, or replaces the content with this id. `paused`: the content is unfinished. */
  add(id: string, size: number, location: Location, paused: boolean): void
}

export interface StoredBytes<Location> {
  readonly size: number
  readonly place: Location
}

export interface Medium<Location> {
  /** Continues the paused content, if any. */
  writer(shelf: Shelf<Location>, id: string, paused?: StoredBytes<Location>): BlobWriter
  read(location: Location, start: number, end: number): AsyncIterable<Uint8Array>
  remove(location: Location): void
  close(): void
}

const idForm = /^[0-9a-f]{32}$/

/**
 * Uses `join`, because a concatenated string retains its parts, which take up 330 bytes of a transfer's 2.9 KiB (`npm run bench:memory`).
 */
const newId = () => Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')

export type Before<Location> = Iterable<readonly [id: string, content: StoredBlob<Location>]>

export interface StoredBlob<Location> extends StoredBytes<Location> {
  readonly paused: boolean
  /** Reason why the bytes are missing. Reading the content throws a {@link Misuse} with this reason and status 500. */
  readonly lost?: string
}

/** A store whose unfinished content can be aborted. */
export interface BlobsOnMedium extends BlobStore {
  /** Aborts unfinished content, and refuses new content for the same reason. */
  endWriting(reason: Error): void
}

export function storeOn<Location>(medium: Medium<Location>, before: Before<Location> = []): BlobsOnMedium {
  const blobs = new Map<string, StoredBlob<Location>>(before)
  const writing: Shelf<Location>['writing'] = new Set()
  let bytes = 0
  for (const { size } of blobs.values()) bytes += size
  let ended: Error | undefined
  let closed = false

  const add: Shelf<Location>['add'] = (id, size, location, paused) => {
    bytes += size - (blobs.get(id)?.size ?? 0)
    blobs.set(id, { size, place: location, paused })
  }
  function endWriting(reason: Error): void {
    ended ??= reason
    for (const drop of writing) drop(reason)
  }
  function write(id: string, paused?: StoredBytes<Location>): BlobWriter {
    if (ended) throw ended
    return medium.writer({ writing, add }, id, paused)
  }
  function demand(id: string) {
    const content = blobs.get(id)
    if (content === undefined) throw new Error(`Content not found: ${id}.`)
    if (content.lost !== undefined) throw new Misuse(content.lost, undefined, 500)
    return content
  }
  return {
    endWriting,
    create(id) {
      if (id === undefined) return write(newId())
      const content = demand(id)
      if (!content.paused) throw new Error('The content is finished.')
      return write(id, content)
    },
    restore(id) {
      if (!idForm.test(id) || blobs.has(id)) throw new Error(`No content can be restored with the id ${id}.`)
      return write(id)
    },
    list: () => Array.from(blobs, ([id, { size, paused }]) => ({ id, size, paused })),
    read(id, start, end) {
      const content = demand(id)
      if (!(start >= 0 && start <= end && end <= content.size)) throw new RangeError(`Bytes ${start} to ${end} of ${content.size}.`)
      return medium.read(content.place, start, end)
    },
    remove(id) {
      const content = blobs.get(id)
      if (content === undefined) return
      blobs.delete(id)
      bytes -= content.size
      medium.remove(content.place)
    },
    get held() {
      return { bytes, count: blobs.size }
    },
    close() {
      if (closed) return
      closed = true
      endWriting(new Error('The store is closed.'))
      for (const { place } of blobs.values()) medium.remove(place)
      blobs.clear()
      bytes = 0
      medium.close()
    },
  }
}

/** `hash`: the hash state for unfinished content. */
interface MemoryPlace {
  readonly pieces: Pieces
  readonly hash?: ReturnType<typeof md5.create>
}

export function memoryBlobs(): BlobStore {
  return storeOn<MemoryPlace>({
    writer: memoryWriter,
    read: ({ pieces }, start, end) => readPieces(pieces, start, end),
    remove: () => {},
    close: () => {},
  })
}

function memoryWriter({ writing, add }: Shelf<MemoryPlace>, id: string, paused?: StoredBytes<MemoryPlace>): BlobWriter {
  const before = paused?.place.pieces ?? []
  const hash = paused?.place.hash?.clone() ?? md5.create()
  const gathered = gather()
  let size = paused?.size ?? 0
  let refusal: Error | undefined

  function end(reason: Error): void {
    refusal ??= reason
    writing.delete(end)
    gathered.take()
  }
  function settle(goesOn: boolean): void {
    if (refusal) throw refusal
    const pieces = [...before, ...gathered.take()]
    add(id, size, goesOn ? { pieces, hash } : { pieces }, goesOn)
    end(new Error('The content is finished.'))
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
    async pause() {
      settle(true)
      return { id, size, md5: bytesToHex(hash.clone().digest()) }
    },
    async finish() {
      settle(false)
      return { id, size, md5: bytesToHex(hash.digest()) }
    },
    async discard() {
      end(new Error('The content was discarded.'))
    },
  }
}
