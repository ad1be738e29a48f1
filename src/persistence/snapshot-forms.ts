/** Writes and reads snapshots; loaded on first use. */

import { storeAll } from '../service/areas/file-transfer/content.ts'
import { isStream } from '../service/wire/call.ts'
import { Misuse } from '../service/wire/misuse.ts'
import { liveSlot } from '../service/wire/when-needed.ts'
import type { Blob, BlobStore, Platform } from '../service/world/platform.ts'
import type { World } from '../service/world/world.ts'
import { WorldGone } from '../service/world/world.ts'

interface Waiting {
  readonly blobs: BlobStore
  /** Keyed by SHA-256. */
  readonly contents: Map<string, Blob>
}

const waiting = liveSlot((): { contents?: Waiting } => ({}))

export function findWaiting(world: World, sha256: string): { read(): AsyncIterable<Uint8Array> } | undefined {
  const { blobs, contents } = waiting.of(world).contents ?? {}
  const blob = contents?.get(sha256)
  return blob && blobs && { read: () => blobs.read(blob.id, 0, blob.size) }
}

/** Stores content for a later restore. Throws {@link Misuse} without storing anything if the bytes have a different hash. */
export async function keepWaiting(
  world: World,
  expected: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { openBlobs, sha256 }: Platform,
): Promise<void> {
  if (world.gone) throw new WorldGone()
  const slot = waiting.of(world)
  slot.contents ??= begin(world, openBlobs())
  const { blobs, contents } = slot.contents
  const hashing = sha256()
  async function* hashed() {
    for await (const chunk of isStream(bytes) ? bytes : [bytes]) {
      hashing.update(chunk)
      yield chunk
    }
  }
  const blob = await storeAll(blobs.create(), hashed(), (writer) => {
    const actual = hashing.end()
    if (actual !== expected) throw new Misuse(`These bytes have the SHA-256 ${actual}, but ${expected} was expected.`)
    return writer.finish()
  })
  const before = contents.get(expected)
  if (before) blobs.remove(before.id)
  contents.set(expected, blob)
}

function begin({ atEnd }: World, blobs: BlobStore): Waiting {
  atEnd.add(() => blobs.close())
  return { blobs, contents: new Map() }
}

export { ContentGone, ownedContents, writeContents } from './snapshot/contents.ts'
export { snapshotVersion } from './snapshot/document.ts'
export { contentsOf, readSnapshot } from './snapshot/restoring.ts'
export { readWorld, writeWorld } from './snapshot/world.ts'
