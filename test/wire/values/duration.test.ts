import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDuration } from '../../../src/wire/values/duration.ts'

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
