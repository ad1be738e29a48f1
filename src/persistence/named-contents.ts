/** Which content snapshots have named, with its hash. */

import { z } from 'zod'
import { whenNeeded } from '../service/wire/when-needed.ts'
import type { BlobStore } from '../service/world/platform.ts'

/** Content of a store: its first bytes, as many as its size. */
export interface NamedContent {
  readonly id: string
  readonly size: number
  readonly sha256: string
}

/** By id and size. */
const named = new WeakMap<BlobStore, ReadonlyMap<string, NamedContent>>()

export const keyOf = ({ id, size }: Pick<NamedContent, 'id' | 'size'>) => `${id} ${size}`

export const namedContents = (blobs: BlobStore): ReadonlyMap<string, NamedContent> | undefined => named.get(blobs)

/** Replaces what was named before. A restore names its content too, so that the same snapshot can be restored again. */
export const nameContents = (blobs: BlobStore, contents: Iterable<NamedContent>): unknown =>
  named.set(blobs, new Map(Array.from(contents, ({ id, size, sha256 }) => [keyOf({ id, size }), { id, size, sha256 }])))

/** Content that the last snapshot of a world named, or that it was restored from, and that the world still has. */
export function storedContent(blobs: BlobStore, sha256: string) {
  for (const { id, size, sha256: hash } of named.get(blobs)?.values() ?? []) {
    if (hash !== sha256) continue
    const isThere = blobs.list().some((each) => each.id === id && each.size >= size)
    if (isThere) return { size, read: () => blobs.read(id, 0, size) }
  }
  return undefined
}

export const sha256 = whenNeeded(() => z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in 64 lower-case hexadecimal digits'))
