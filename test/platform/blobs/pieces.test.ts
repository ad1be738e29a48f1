import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beyond } from '../../../src/platform/blobs/pieces.ts'

test('pieces lose their first bytes as a whole would', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 5 })), fc.nat(30), (pieces, bytes) => {
      const rest = beyond(bytes, pieces)

      expect(Buffer.concat(rest)).toEqual(Buffer.concat(pieces).subarray(bytes))
    }),
  )
})
