import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimeSpan, timeSpan } from '../../../../src/service/areas/resources/resource-configuration.ts'
import { rule } from '../../../support/rule.ts'

rule('file-transfer §9', 'a duration is written in the form of .NET', () => {
  expect([0, 1, 500, 60_000, 7_200_000, 86_400_000, 2_592_000_000, 93_784_500].map(timeSpan)).toEqual([
    '00:00:00',
    '00:00:00.0010000',
    '00:00:00.5000000',
    '00:01:00',
    '02:00:00',
    '1.00:00:00',
    '30.00:00:00',
    '1.02:03:04.5000000',
  ])
})

rule('file-transfer §9', 'a duration is read in the form of XML Schema', () => {
  expect(['P30D', ' PT2H ', 'PT0S', 'P1Y', 'P1M', 'P1Y2M3DT4H5M6.7S', 'PT36H'].map(readTimeSpan)).toEqual([
    2_592_000_000, 7_200_000, 0, 31_536_000_000, 2_592_000_000, 36_993_906_700, 129_600_000,
  ])
  expect(['\u0085PT1S', 'PT1.S', 'PT.5S', 'PT.S', 'PT1.12345678901S', 'PT0000000000001S'].map(readTimeSpan)).toEqual([
    1000, 1000, 500, 0, 1123, 1000,
  ])
})

rule('file-transfer §9', 'twelve months are a year', () => {
  expect(['P11M', 'P12M', 'P1Y13M'].map((text) => (readTimeSpan(text) ?? 0) / 86_400_000)).toEqual([330, 365, 760])
})

test.each([
  '',
  'P',
  'PT',
  'P1',
  '30D',
  'P4W',
  '+P1D',
  'P99999999999D',
  'PT2147483648S',
  '\uFEFFPT1S',
  'P1.5D',
  'PT1,5S',
  'p1d',
  'P1DT',
  'P1H',
  'PT1S1M',
  'P9999999999D',
  'PT\u0661S',
])('%j is not a duration', (text) => {
  expect(readTimeSpan(text)).toBeUndefined()
})

test('a written duration has the same length when it is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 86_400_000 }), (milliseconds) => {
      const [, days = '0', hours, minutes, seconds] = /^(?:(\d+)\.)?(\d\d):(\d\d):(\d\d(?:\.\d{7})?)$/.exec(timeSpan(milliseconds)) ?? []

      expect(readTimeSpan(`P${days}DT${hours}H${minutes}M${seconds}S`)).toBe(milliseconds)
    }),
  )
})

test('a negative duration is written with its sign', () => {
  expect([readTimeSpan('-P1DT1H'), readTimeSpan('-P0D'), timeSpan(-90_000_000)]).toEqual([-90_000_000, 0, '-1.01:00:00'])
})
