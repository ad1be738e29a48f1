import fc from 'fast-check'
import { expect } from 'vitest'
import { readTimestamp, withOffset, zulu } from '../../../src/wire/values/timestamp.ts'
import { rule } from '../../support/rule.ts'

const instant = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }).map((date) => date.getTime())
const seen = fc.oneof(
  instant,
  instant.map((at) => at - (at % 10)),
  instant.map((at) => at - (at % 100)),
  instant.map((at) => at - (at % 1000)),
)

rule('notifications §1.1, file-transfer §0', 'a written point in time can be read back exactly', () => {
  fc.assert(
    fc.property(seen, (at) => {
      expect([Date.parse(zulu(at)), Date.parse(withOffset(at))]).toEqual([at, at])
    }),
    { seed: 1, numRuns: 500 },
  )
})

rule('notifications §1.1', 'the fraction has no trailing zeros, and is left out for a whole second', () => {
  fc.assert(
    fc.property(seen, (at) => {
      expect(zulu(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{0,2}[1-9])?Z$/)
    }),
    { seed: 1, numRuns: 500 },
  )
})

for (const [written, digits] of [
  ['2026-07-27T08:01:04.518Z', 3],
  ['2026-07-27T08:01:04.51Z', 2],
  ['2026-07-27T08:01:04.5Z', 1],
  ['2026-07-27T08:01:04Z', 0],
  ['2026-07-27T08:01:04.005Z', 3],
  ['2026-07-27T08:01:00.1Z', 1],
] as const) {
  rule('notifications §1.1', `${written} is written with ${digits} digits`, () => {
    expect(zulu(Date.parse(written))).toBe(written)
    expect(withOffset(Date.parse(written))).toBe(written.replace('Z', '+00:00'))
  })
}

const readable: [text: string, at: string, zoned: boolean][] = [
  ['2026-06-01T10:00:00Z', '2026-06-01T10:00:00.000Z', true],
  ['2026-06-01T10:00Z', '2026-06-01T10:00:00.000Z', true],
  ['2026-06-01T10:00:00.5Z', '2026-06-01T10:00:00.500Z', true],
  ['2026-06-01T10:00:00.1239999Z', '2026-06-01T10:00:00.123Z', true],
  ['2026-06-01T10:00:00.1234567890123456Z', '2026-06-01T10:00:00.123Z', true],
  ['2026-06-01T12:00:00+02', '2026-06-01T10:00:00.000Z', true],
  ['2026-06-01T12:00:00+02:00', '2026-06-01T10:00:00.000Z', true],
  ['2026-06-01T04:30:00-05:30', '2026-06-01T10:00:00.000Z', true],
  ['2026-06-01T10:00:00-00:00', '2026-06-01T10:00:00.000Z', true],
  ['2026-06-01T10:00:00+14:00', '2026-05-31T20:00:00.000Z', true],
  ['2026-06-01', '2026-06-01T00:00:00.000Z', false],
  ['2026-06-01T10:00', '2026-06-01T10:00:00.000Z', false],
  ['2026-06-01T10:00:00', '2026-06-01T10:00:00.000Z', false],
  ['2026-06-01T10:00:00.25', '2026-06-01T10:00:00.250Z', false],
  ['2024-02-29', '2024-02-29T00:00:00.000Z', false],
  ['2000-02-29', '2000-02-29T00:00:00.000Z', false],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z', true],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z', true],
  ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999Z', true],
]

for (const [text, at, zoned] of readable) {
  rule('notifications §3.1', `${text} is read`, () => {
    expect(readTimestamp(text)).toEqual({ at: Date.parse(at), zoned })
  })
}

const unreadable = [
  '',
  'now',
  '2026',
  '2026-06',
  '2026-6-1',
  '20260601',
  '2026-06-01T',
  '2026-06-01T10',
  '2026-06-01 10:00:00Z',
  '2026-06-01t10:00:00Z',
  '2026-06-01T10:00:00z',
  '2026-06-01Z',
  ' 2026-06-01',
  '2026-06-01 ',
  '2026-06-01\n',
  '2026-06-01T10:00:00.Z',
  '2026-06-01T10:00:00,5Z',
  '2026-06-01T10:00.5Z',
  '2026-06-01T10:00:00.12345678901234567Z',
  '2026-06-01T10:00:00+0200',
  '2026-06-01T10:00:00+02:60',
  '2026-06-01T10:00:00+14:01',
  '2026-06-01T10:00:00+24:00',
  '2026-13-01',
  '2026-00-01',
  '2026-06-00',
  '2026-06-31',
  '2026-02-29',
  '1900-02-29',
  '2026-06-01T24:00:00Z',
  '2026-06-01T10:60:00Z',
  '2026-06-01T10:00:60Z',
  '0000-01-01',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '+02026-06-01T10:00:00Z',
  '٢٠٢٦-06-01',
]

for (const text of unreadable) {
  rule('notifications §3.1', `${JSON.stringify(text)} is not a timestamp`, () => {
    expect(readTimestamp(text)).toBeUndefined()
  })
}
