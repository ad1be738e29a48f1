/** Judges the results of a replay. */
import { expect, test } from 'vitest'
import { judge, type Mishap } from '../../../../src/apps/contracts/verifying/judge.ts'
import type { WrittenInteraction } from '../../../../src/apps/contracts/verifying/pact-files.ts'
import type { ReplayResult } from '../../../../src/apps/contracts/verifying/replay.ts'

const nothing = { body: {}, headers: {} }
const wanted = (description: string, ...given: string[]): WrittenInteraction => ({
  kind: 'call',
  file: 'web.json',
  consumer: 'web',
  description,
  given,
  exact: nothing,
  states: given.map((name) => ({ name, params: {} })),
  written: {},
})
const replayed = ({ description, given }: WrittenInteraction, more: Partial<ReplayResult> = {}): ReplayResult => ({
  consumer: 'web',
  description,
  providerStates: given,
  result: 'OK',
  pending: false,
  ...more,
})
const whys = (interactions: readonly WrittenInteraction[], results: readonly ReplayResult[], mishaps: readonly Mishap[] = []) =>
  judge(interactions, { kind: 'replayed', results, mishaps, arrived: [], values: new Map() }).map(({ why }) => why)

test('an interaction without a result is not verified', () => {
  const [one, other] = [wanted('one'), wanted('other')]

  expect(whys([one, other], [replayed(other)])).toEqual([['It was not verified.'], []])
  expect(whys([one, one], [replayed(one)])).toEqual([[], ['It was not verified.']])
})

test('interactions with the same description differ by their states', () => {
  const [dry, wet] = [wanted('one', 'it is dry'), wanted('one', 'it is dry', 'it rains')]
  const failed = replayed(wet, { result: 'Error', mismatch: { message: 'Too wet' } })

  expect(whys([dry, wet], [failed, replayed(dry)])).toEqual([[], ['Too wet']])
})

test('a failed state replaces the complaints that follow from it', () => {
  const [one, other] = [wanted('one'), wanted('other')]
  const failed = replayed(other, { result: 'Error', mismatch: { message: 'Something else' } })

  expect(whys([one, other], [replayed(one), failed], [{ at: 1, why: 'No such state' }])).toEqual([[], ['No such state']])
})

test('every mismatch is reported with its place', () => {
  const mismatches = [
    { type: 'StatusMismatch', expected: 200, actual: 404 },
    { type: 'HeaderMismatch', key: 'Location', mismatch: 'It is missing' },
    { type: 'BodyMismatch', path: '$.id', mismatch: 'It is not a string' },
  ]

  expect(whys([wanted('one')], [replayed(wanted('one'), { result: 'Error', mismatch: { mismatches } })])).toEqual([
    ['status: expected 200, got 404', 'header Location: It is missing', 'body $.id: It is not a string'],
  ])
})

test('a failure without an explanation fails, too', () => {
  expect(whys([wanted('one')], [replayed(wanted('one'), { result: 'Error' })])).toEqual([['Pact reported: Error.']])
})
