import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ByteRange, readByteRange } from '../../../src/wire/http/byte-range.ts'

const ranges: [header: string | undefined, size: number, range: ByteRange | 'whole' | 'unsatisfiable'][] = [
  ['bytes=0-9', 100, { start: 0, end: 10 }],
  ['bytes=10-', 100, { start: 10, end: 100 }],
  ['bytes=-10', 100, { start: 90, end: 100 }],
  ['bytes=99-99', 100, { start: 99, end: 100 }],
  ['bytes=90-1000', 100, { start: 90, end: 100 }],
  ['bytes=-1000', 100, { start: 0, end: 100 }],
  ['BYTES = 5 - 6', 100, { start: 5, end: 7 }],
  ['bytes=0-9223372036854775807', 100, { start: 0, end: 100 }],
  ['bytes=0000000000000000005-6', 100, { start: 5, end: 7 }],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=100-200', 100, 'unsatisfiable'],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  [undefined, 100, 'whole'],
  ['', 100, 'whole'],
  ['bytes=-', 100, 'whole'],
  ['bytes=9-2', 100, 'whole'],
  ['bytes=900-200', 100, 'whole'],
  ['bytes=9007199254740993-9007199254740992', 100, 'whole'],
  ['bytes=0-1,5-6', 100, 'whole'],
  ['items=0-9', 100, 'whole'],
  ['bytes 0-9', 100, 'whole'],
  ['bytes=a-b', 100, 'whole'],
  ['bytes=-1-2', 100, 'whole'],
  ['bytes=1', 100, 'whole'],
  ['bytes=1-2=3', 100, 'whole'],
  ['bytes=1-2=', 100, 'whole'],
  ['bytes=1-2-', 100, 'whole'],
  ['bytes=1 2-3', 100, 'whole'],
  ['\t bytes\t=  5\t-\t6  ', 100, { start: 5, end: 7 }],
  ['bytes=1.5-2', 100, 'whole'],
  ['bytes=0-9223372036854775808', 100, 'whole'],
  ['bytes=00000000000000000005-6', 100, 'whole'],
]

test.each(ranges)('the header %j asks, of %i bytes, for %j', (header, size, range) => {
  expect(readByteRange(header, size)).toEqual(range)
})

test('a range lies within the file and is not empty', () => {
  const number = fc.oneof(fc.constant(''), fc.nat({ max: 60 }).map(String))
  fc.assert(
    fc.property(number, number, fc.nat({ max: 50 }), (from, to, size) => {
      const range = readByteRange(`bytes=${from}-${to}`, size)
      fc.pre(typeof range !== 'string')
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThan(range.start)
      expect(range.end).toBeLessThanOrEqual(size)
      if (from !== '') expect(range.start).toBe(Number(from))
    }),
  )
})

test('every header is read without an error', () => {
  fc.assert(fc.property(fc.string(), fc.nat(), (header, size) => readByteRange(`bytes=${header}`, size) !== undefined))
})
