/** What opens the content of each world of a simulator. */

import type { Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { withGeneratedContent } from './generated-content.ts'
import { withSpoolLimit } from './spool-limit.ts'

/** They share one limit, where there is one. */
export function contentStores({ openBlobs }: Platform, { maxSpool }: Settings): Platform['openBlobs'] {
  if (maxSpool === undefined) return () => withGeneratedContent(openBlobs())
  const limit = { most: maxSpool, used: 0 }
  return () => withGeneratedContent(withSpoolLimit(openBlobs(), limit))
}
