/** Limits the content that all worlds of a simulator together may store. */
import type { BlobStore, BlobWriter } from '../../../world/platform.ts'

export interface SpoolLimit {
  readonly most: number
  /** Bytes that are stored, or being written. */
  used: number
  /** Why no byte is taken, for another reason. */
  refusal(): string | undefined
}

/** A store whose content counts against a limit, from its first byte until it is removed. */
export function withSpoolLimit(store: BlobStore, limit: SpoolLimit): BlobStore {
  const kept = new Map<string, number>()
  const keep = (id: string, bytes: number) => kept.set(id, (kept.get(id) ?? 0) + bytes)
  // Content of before a restart counts too.
  for (const { id, size } of store.list()) {
    keep(id, size)
    limit.used += size
  }
  return {
    create: (paused) => counted(store.create(paused), limit, keep),
    restore: (id) => counted(store.restore(id), limit, keep),
    outlives: store.outlives === true,
    list: () => store.list(),
    read: (id, start, end) => store.read(id, start, end),
    check: (id) => store.check?.(id),
    remove(id) {
      limit.used -= kept.get(id) ?? 0
      kept.delete(id)
      store.remove(id)
    },
    get held() {
      return store.held
    },
    close() {
      for (const bytes of kept.values()) limit.used -= bytes
      kept.clear()
      store.close()
    },
  }
}

function counted(writer: BlobWriter, limit: SpoolLimit, keep: (id: string, bytes: number) => void): BlobWriter {
  let taken = 0
  function settled<B extends { readonly id: string }>(blob: B): B {
    keep(blob.id, taken)
    taken = 0
    return blob
  }
  return {
    get size() {
      return writer.size
    },
    write(chunk) {
      if (limit.used + chunk.length > limit.most)
        return Promise.reject(new Error(`The disk is full: no more than ${limit.most} bytes may be stored (--max-spool).`))
      const refusal = limit.refusal()
      if (refusal !== undefined) return Promise.reject(new Error(refusal))
      limit.used += chunk.length
      taken += chunk.length
      return writer.write(chunk)
    },
    finish: () => writer.finish().then(settled),
    pause: () => writer.pause().then(settled),
    async discard() {
      await writer.discard()
      limit.used -= taken
      taken = 0
    },
  }
}
