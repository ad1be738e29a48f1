import { expect, test } from 'vitest'
import { readChoice, readFlag, readInstant } from '../../../src/wire/values/query-value.ts'

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
  const at = readInstant(text)

  expect(at === undefined ? at : new Date(at).toISOString()).toBe(instant)
})
