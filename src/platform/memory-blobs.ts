/** Content in memory, however large. */
import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'
import type { BlobStore, BlobWriter } from '../state/platform.ts'
import { type Shelf, storeOn } from './blob-store.ts'
import { gather, type Pieces, readPieces } from './pieces.ts'

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
