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
])('%s is %i ms', (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds)
})

test.each([
  ['nothing', ''],
  ['no part', 'P'],
  ['no part of a time', 'PT'],
  ['a T with nothing after it', 'P1DT'],
  ['small letters', 'pt1s'],
  ['months, which have no fixed length', 'P1M'],
  ['years', 'P1Y'],
  ['a sign', '-PT1S'],
  ['a sign within', 'PT-1S'],
  ['a number without a unit', 'PT1'],
  ['hours outside the time', 'P1H'],
  ['days within it', 'PT1D'],
  ['the wrong order', 'PT1S1M'],
  ['a fraction of an hour', 'PT1.5H'],
  ['a fraction without digits', 'PT1.S'],
  ['a line end', 'PT1S\n'],
  ['a space', ' PT1S'],
  ['more digits than fit', `PT${'9'.repeat(10)}S`],
  ['digits of another script', 'PT٣S'],
  ['milliseconds as a number', '500'],
])('%s is no duration', (_, text) => {
  expect(readDuration(text)).toBeUndefined()
})

test('every duration that can be read is a whole number of milliseconds that a calendar holds', () => {
  const longest = readDuration('P999999W999999DT999999999H999999999M999999999.999999999S') ?? Number.NaN

  expect(Number.isSafeInteger(longest)).toBe(true)
  expect(() => new Date(Date.parse('2026-06-01T10:00:00Z') + longest).toISOString()).not.toThrow()
})
