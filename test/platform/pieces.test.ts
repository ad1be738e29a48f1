import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beyond } from '../../src/platform/pieces.ts'

test('what is beyond some bytes of pieces is what a whole would have there', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 5 })), fc.nat(30), (pieces, bytes) => {
      const rest = beyond(bytes, pieces)

      expect(Buffer.concat(rest)).toEqual(Buffer.concat(pieces).subarray(bytes))
    }),
  )
})
