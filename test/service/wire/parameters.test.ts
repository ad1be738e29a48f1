/** Values in the path of an address. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Misuse, pathValue } from '../../../src/service/wire/misuse.ts'
import { readChoice, readFlag } from '../../../src/service/wire/text.ts'
import { readInstant } from '../../../src/service/wire/timestamp.ts'
import { hostileStrings } from '../../support/hostile-strings.ts'

const names = ['Initialized', 'DownloadStarted', 'DownloadConfirmed'] as const

const choices: [text: string, choice: string | number | undefined][] = [
  ['DownloadStarted', 'DownloadStarted'],
  ['downloadstarted', 'DownloadStarted'],
  [' DOWNLOADSTARTED ', 'DownloadStarted'],
  ['0', 'Initialized'],
  ['+2', 'DownloadConfirmed'],
  ['3', 3],
  ['-1', -1],
  ['99999999999', undefined],
  ['1.0', undefined],
  ['length', undefined],
  ['__proto__', undefined],
  ['', undefined],
]

test.each(choices)('%j is read as the choice %j', (text, choice) => {
  expect(readChoice(names, text)).toBe(choice)
})

const flags: [text: string, flag: boolean | undefined][] = [
  ['true', true],
  ['False', false],
  [' TRUE ', true],
  ['1', undefined],
  ['yes', undefined],
  ['', undefined],
]

test.each(flags)('%j is read as the flag %s', (text, flag) => {
  expect(readFlag(text)).toBe(flag)
})

const instants: [text: string, instant: string | undefined][] = [
  ['2026-08-18T10:00:00Z', '2026-08-18T10:00:00.000Z'],
  ['2026-08-18t10:00:00z', '2026-08-18T10:00:00.000Z'],
  ['2026-08-18 10:00:00', '2026-08-18T10:00:00.000Z'],
  ['2026-08-18T10:00:00.1234567+02:00', '2026-08-18T08:00:00.123Z'],
  ['2026-08-18 10:00 -0530', '2026-08-18T15:30:00.000Z'],
  ['2026-08-18T10:00:00+02', '2026-08-18T08:00:00.000Z'],
  ['2026-08-18 9:05 GMT', '2026-08-18T09:05:00.000Z'],
  ['2026-08-18', '2026-08-18T00:00:00.000Z'],
  ['2026/8/1', '2026-08-01T00:00:00.000Z'],
  ['8/18/2026 10:00', '2026-08-18T10:00:00.000Z'],
  ['2026-08-18T10:00:00 02:00', undefined],
  ['2026-02-30', undefined],
  ['2026-08-18T25:00:00Z', undefined],
  ['18/8/2026', undefined],
  ['1755511200', undefined],
  ['yesterday', undefined],
  ['', undefined],
]

test.each(instants)('%j is read as the instant %s', (text, instant) => {
  const read = readInstant(text)

  expect(read && new Date(read.at).toISOString()).toBe(instant)
})

test.each([
  ['2026-08-18 10:00:00Z', true],
  ['2026-08-18 9:05 GMT', true],
  ['2026-08-18 10:00 -0530', true],
  ['2026-08-18 10:00:00', false],
  ['2026-08-18', false],
])('%j has a zone: %s', (text, zoned) => {
  expect(readInstant(text)?.zoned).toBe(zoned)
})

/** What arrives of the value between two other parts; undefined for a value that is refused. */
function arrived(value: string): string | undefined {
  let written: string
  try {
    written = pathValue('name', value)
  } catch (thrown) {
    if (thrown instanceof Misuse) return undefined
    throw thrown
  }
  const [, first, second = '', last, ...others] = new URL(`http://standin.test/one/${written}/three?x`).pathname.split('/')
  expect([first, last, others]).toEqual(['one', 'three', []])
  return decodeURIComponent(second)
}

test('every value arrives as it is, or is refused', () => {
  for (const value of hostileStrings()) expect([value, undefined]).toContain(arrived(value))
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('.', '%', '2', 'e', 'E', '/', '\\', 'a', '?', '#', '\ud800') }), (value) => {
      expect([value, undefined]).toContain(arrived(value))
    }),
  )
})

test.each(['', '.', '..', '%2e', '%2E.', '\ud800'])('%j is refused', (value) => {
  expect(arrived(value)).toBeUndefined()
})

test.each(['a.b', '...', '.a', 'a/b', '../a', 'a\\..\\b', '%', '%2f', 'urn:altinn:resource:a', ' ', '+4799999999', 'æ', '\\'])(
  '%j arrives',
  (value) => {
    expect(arrived(value)).toBe(value)
  },
)
