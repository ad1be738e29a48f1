/** The library of collections: while it loads, a scan takes its place. */

import { once } from '../../wire/maybe.ts'
import type { Collections, Platform } from '../../world/platform.ts'
import { findMany } from '../../world/records/table.ts'

/** Returns what is there now: the first use begins to load the library. */
export function createLibrary({ loadCollections }: Pick<Platform, 'loadCollections'>): () => Collections {
  const load = once(loadCollections)
  return () => {
    const loaded = load()
    if (!(loaded instanceof Promise)) return loaded
    // A scan finds the same (test/platform/collections.test.ts).
    loaded.catch(() => {})
    return { findMany }
  }
}
