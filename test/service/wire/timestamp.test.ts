import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDuration, readTimestamp, withOffset, zulu } from '../../../src/service/wire/timestamp.ts'
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

const part = fc.option(fc.nat(9_999), { nil: undefined })

test('a duration is the sum of its parts', () => {
  fc.assert(
    fc.property(
      part,
      part,
      part,
      part,
      part,
      fc.option(fc.nat(999), { nil: undefined }),
      (weeks, days, hours, minutes, seconds, fraction) => {
        const written = (value: number | string | undefined, unit: string) => (value === undefined ? '' : `${value}${unit}`)
        const exact = seconds === undefined || fraction === undefined ? seconds : `${seconds}.${String(fraction).padStart(3, '0')}`
        const date = written(weeks, 'W') + written(days, 'D')
        const time = written(hours, 'H') + written(minutes, 'M') + written(exact, 'S')
        fc.pre(date + time !== '')
        const whole = ((((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)

        expect(readDuration(`P${date}${time && `T${time}`}`)).toBe(whole * 1000 + (seconds === undefined ? 0 : (fraction ?? 0)))
      },
    ),
    { seed: 1, numRuns: 300 },
  )
})

test.each([
  ['PT0S', 0],
  ['PT0.5S', 500],
  ['PT0,5S', 500],
  ['PT0.0004S', 0],
  ['PT90M', 5_400_000],
  ['P1W', 604_800_000],
  ['P1DT1S', 86_401_000],
  ['PT999999999S', 999_999_999_000],
  ['5m', 300_000],
  ['8d', 691_200_000],
  ['1h30m', 5_400_000],
  ['1w2d3h4m5s6ms', 788_645_006],
  ['0.5s', 500],
  ['1.5h', 5_400_000],
  ['500ms', 500],
])('%s is %i ms', (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds)
})

test.each([
  ['nothing', ''],
  ['no part', 'P'],
  ['no part after the T', 'PT'],
  ['a T at the end', 'P1DT'],
  ['lower case', 'pt1s'],
  ['months, which have no fixed length', 'P1M'],
  ['years', 'P1Y'],
  ['a sign', '-PT1S'],
  ['a sign in the middle', 'PT-1S'],
  ['a number without a unit', 'PT1'],
  ['hours before the T', 'P1H'],
  ['days after the T', 'PT1D'],
  ['the wrong order', 'PT1S1M'],
  ['a fraction of an hour', 'PT1.5H'],
  ['a fraction without digits', 'PT1.S'],
  ['a line end', 'PT1S\n'],
  ['a space', ' PT1S'],
  ['too many digits', `PT${'9'.repeat(10)}S`],
  ['digits of another script', 'PT٣S'],
  ['milliseconds as a number', '500'],
  ['a short unit twice', '5m5m'],
  ['short units in the wrong order', '30m1h'],
  ['months in short', '2mo'],
  ['a short unit in upper case', '5M'],
  ['a space between number and unit', '5 m'],
  ['a short form with a sign', '-5m'],
])('a text with %s is not a duration', (_, text) => {
  expect(readDuration(text)).toBeUndefined()
})

test('the longest duration is a whole number of milliseconds, and leads to a valid date', () => {
  const longest = readDuration('P999999W999999DT999999999H999999999M999999999.999999999S') ?? Number.NaN

  expect(readDuration('999999w999999d999999999h999999999m999999999s999999999ms')).toBeLessThan(Number.MAX_SAFE_INTEGER)
  expect(Number.isSafeInteger(longest)).toBe(true)
  expect(() => new Date(Date.parse('2026-06-01T10:00:00Z') + longest).toISOString()).not.toThrow()
})
