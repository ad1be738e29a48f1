/** The library of collections, which a browser loads while a scan takes its place. */
import type { Collections, Platform } from '../../state/platform.ts'
import { findMany } from '../../state/table.ts'
import type { MaybePromise } from '../../wire/http/call.ts'
import { once } from '../../wire/maybe.ts'

interface Library {
  load(): MaybePromise<Collections>
  /** What is there now. */
  collections(): Collections
}

export function createLibrary({ loadCollections }: Pick<Platform, 'loadCollections'>): Library {
  const load = once(loadCollections)
  return {
    load,
    collections() {
      const loaded = load()
      if (!(loaded instanceof Promise)) return loaded
      // A scan finds the same (test/platform/collections.test.ts).
      loaded.catch(() => {})
      return { findMany }
    },
  }
}
