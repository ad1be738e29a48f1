/** Keeps all content in memory. */
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { BlobStore, BlobWriter } from '../state/platform.ts'
import { type Shelf, type StoredBytes, storeOn } from './blob-store.ts'
import { gather, type Pieces, readPieces } from './pieces.ts'

/** Unfinished content has its hash state. */
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

function memoryWriter({ writing, keep }: Shelf<MemoryPlace>, id: string, paused?: StoredBytes<MemoryPlace>): BlobWriter {
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
    keep(id, size, goesOn ? { pieces, hash } : { pieces }, goesOn)
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
