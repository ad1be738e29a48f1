/** Opens the content of each world of a simulator, and copies it from one to another. */

import type { BlobStore, Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { withGeneratedContent } from './generated-content.ts'
import { withSpoolLimit } from './spool-limit.ts'

/** The stores of all worlds share one limit, if there is a limit. */
export function contentStores({ openBlobs }: Platform, { maxSpool }: Settings): Platform['openBlobs'] {
  if (maxSpool === undefined) return () => withGeneratedContent(openBlobs())
  const limit = { most: maxSpool, used: 0 }
  return () => withGeneratedContent(withSpoolLimit(openBlobs(), limit))
}

/** Copies all content, under the same ids. Paused content can be continued in the copy. */
export async function copyContent(from: Pick<BlobStore, 'list' | 'read'>, to: BlobStore): Promise<void> {
  for (const { id, size, paused } of from.list()) {
    const writer = to.restore(id)
    for await (const chunk of from.read(id, 0, size)) await writer.write(chunk)
    await (paused ? writer.pause() : writer.finish())
  }
}
