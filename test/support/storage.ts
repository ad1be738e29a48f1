/** Storage that misbehaves. */
import { nodePlatform } from '../../src/platform/node.ts'
import type { BlobWriter, Platform } from '../../src/state/platform.ts'

export function platformWith(change: (writer: BlobWriter) => Partial<BlobWriter>): Platform {
  const platform = nodePlatform()
  return {
    ...platform,
    openBlobs() {
      const { create, ...blobs } = platform.openBlobs()
      return {
        ...blobs,
        create() {
          const writer = create()
          return { ...writer, ...change(writer) }
        },
      }
    },
  }
}
