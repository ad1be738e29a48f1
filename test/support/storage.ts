/** Creates a platform with modified blob writers, such as writers that fail. */
import { nodePlatform } from '../../src/platform/node.ts'
import type { BlobWriter, Platform } from '../../src/service/world/platform.ts'

export function platformWith(change: (writer: BlobWriter) => Partial<BlobWriter>): Platform {
  const platform = nodePlatform()
  return {
    ...platform,
    openBlobs() {
      const blobs = platform.openBlobs()
      const changed = (writer: BlobWriter) => Object.assign(Object.create(writer) as BlobWriter, change(writer))
      // Uses the prototype, so that the original's getters still work.
      return Object.assign(Object.create(blobs) as typeof blobs, {
        create: (paused?: string) => changed(blobs.create(paused)),
        restore: (id: string) => changed(blobs.restore(id)),
      })
    },
  }
}
