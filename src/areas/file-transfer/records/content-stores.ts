/** Opens the content of each world of a simulator, and copies it from one to another. */
import { Misuse } from '../../../misuse.ts'
import { memoryLimit } from '../../../world/journal/budget.ts'
import type { BlobStore, BlobWriter, Platform } from '../../../world/platform.ts'
import type { Settings } from '../../../world/settings.ts'
import { withGeneratedContent } from './generated-content.ts'
import { withSpoolLimit } from './spool-limit.ts'

/** The stores of all worlds share the limits, if there are limits. */
export function contentStores(platform: Platform, settings: Settings): Platform['openBlobs'] {
  const { openBlobs, breathe } = platform
  const { maxSpool, maxMemory } = settings
  if (maxSpool === undefined && maxMemory === undefined) return (place) => withGeneratedContent(openBlobs(place), breathe)
  const limit = { most: maxSpool ?? Number.POSITIVE_INFINITY, used: 0, refusal: memoryLimit(platform, settings) }
  return (place) => withGeneratedContent(withSpoolLimit(openBlobs(place), limit), breathe)
}

/** Content to copy. */
export interface ContentSource {
  /** `md5`: what the content must have; absent: any. */
  list(): readonly { readonly id: string; readonly size: number; readonly paused: boolean; readonly md5?: string | undefined }[]
  readonly read: BlobStore['read']
}

/** Copies all content, under the same ids. Paused content can be continued in the copy. Throws {@link Misuse} for another MD5. */
export async function copyContent(from: ContentSource, to: BlobStore): Promise<void> {
  for (const { id, size, paused, md5 } of from.list()) {
    await storeAll(to.restore(id), from.read(id, 0, size), async (writer) => {
      const stored = await (paused ? writer.pause() : writer.finish())
      if (md5 !== undefined && stored.md5 !== md5) throw new Misuse(`The content ${id} has the MD5 ${stored.md5}, and not ${md5}.`)
      return stored
    })
  }
}

/** Writes all bytes, and ends. Keeps nothing if that fails. Throws {@link Misuse} where the store takes no more. */
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
  throw new Misuse(`The bytes of a file cannot be stored. ${thrown instanceof Error ? thrown.message : String(thrown)}`, undefined, 507)
}
