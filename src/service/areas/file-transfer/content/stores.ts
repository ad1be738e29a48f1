/** Opens each world's content store within the simulator's limits, and copies content between stores. */
import { Misuse } from '../../../wire/misuse.ts'
import type { BlobStore, BlobWriter, Platform } from '../../../world/platform.ts'
import type { Settings } from '../../../world/settings.ts'
import { memoryLimit } from '../../../world/settings.ts'
import { withGeneratedContent } from './generated.ts'

/** Returns a function that opens content stores. If there are limits, all worlds share them. */
export function contentStores(platform: Platform, settings: Settings): Platform['openBlobs'] {
  const { openBlobs, breathe } = platform
  const { maxSpool, maxMemory } = settings
  if (maxSpool === undefined && maxMemory === undefined) return (contentNumber) => withGeneratedContent(openBlobs(contentNumber), breathe)
  const limit = {
    most: maxSpool ?? Number.POSITIVE_INFINITY,
    used: 0,
    restingBytes: () => (maxSpool === undefined ? 0 : (platform.restingBytes?.() ?? 0)),
    refusal: memoryLimit(platform, settings),
  }
  return (contentNumber) => withGeneratedContent(withSpoolLimit(openBlobs(contentNumber), limit), breathe)
}

export interface ContentSource {
  /** `md5`: the expected MD5. If absent, the content is not checked. */
  list(): readonly { readonly id: string; readonly size: number; readonly paused: boolean; readonly md5?: string | undefined }[]
  readonly read: BlobStore['read']
}

/** Copies all content and keeps its ids. Paused content can be resumed in the copy. Throws {@link Misuse} if an MD5 differs. */
export async function copyContent(from: ContentSource, to: BlobStore): Promise<void> {
  for (const { id, size, paused, md5 } of from.list()) {
    await storeAll(to.restore(id), from.read(id, 0, size), async (writer) => {
      const stored = await (paused ? writer.pause() : writer.finish())
      if (md5 !== undefined && stored.md5 !== md5) throw new Misuse(`The content ${id} has the MD5 ${stored.md5} instead of ${md5}.`)
      return stored
    })
  }
}

/** Writes all bytes and closes the writer. On failure, nothing is stored. Throws {@link Misuse} if the store is full. */
export async function storeAll<B>(
  writer: BlobWriter,
  bytes: AsyncIterable<Uint8Array>,
  end: (writer: BlobWriter) => Promise<B>,
): Promise<B> {
  try {
    for await (const chunk of bytes) await writer.write(chunk)?.catch(notStored)
    return await end(writer).catch(notStored)
  } catch (thrown) {
    await writer.discard()
    throw thrown
  }
}

function notStored(thrown: unknown): never {
  if (thrown instanceof Misuse) throw thrown
  throw new Misuse(`A file cannot be stored. ${thrown instanceof Error ? thrown.message : String(thrown)}`, undefined, 507)
}

interface SpoolLimit {
  readonly most: number
  /** Bytes stored or being written. */
  used: number
  /** Bytes stored by unloaded worlds. */
  restingBytes(): number
  /** Returns another reason to refuse bytes, if there is one. */
  refusal(): string | undefined
}

/** Wraps a store so that its content counts towards a limit until it is removed. */
export function withSpoolLimit(store: BlobStore, limit: SpoolLimit): BlobStore {
  const bytesById = new Map<string, number>()
  const keep = (id: string, bytes: number) => bytesById.set(id, (bytesById.get(id) ?? 0) + bytes)
  // Content stored before a restart counts too.
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
      limit.used -= bytesById.get(id) ?? 0
      bytesById.delete(id)
      store.remove(id)
    },
    get held() {
      return store.held
    },
    close() {
      for (const bytes of bytesById.values()) limit.used -= bytes
      bytesById.clear()
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
      if (limit.used + limit.restingBytes() + chunk.length > limit.most)
        return Promise.reject(new Error(`The disk is full: at most ${limit.most} bytes may be stored (--max-spool).`))
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
