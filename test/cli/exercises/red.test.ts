/** What makes an exercise red. */
import { expect, test } from 'vitest'
import { redIn } from '../../../src/cli/exercises/red.ts'

const run = { scenario: null, exitCode: 0, cut: false, met: true, verdicts: {} }
const slow = { ...run, scenario: 'slow' }
const all = { runs: [run, slow], leftOut: [], isCalled: true, isAllRefused: false, isAsked: true, allowPartial: false }

test('an exercise that ran to its end is not red', () => {
  expect(redIn(all)).toEqual([])
})

test('scenarios that did not run, or not to their end, are red and named, unless that is accepted', () => {
  const partial = { ...all, runs: [run, { ...slow, exitCode: null, cut: true, met: false }], leftOut: ['outage-all', 'bad-request'] }

  expect(redIn(partial)).toEqual([
    expect.stringMatching(/^--limit was over before the runs under outage-all, bad-request\. .*--allow-partial/),
    expect.stringMatching(/^--limit ended the command before it was done: slow\. .*--allow-partial/),
  ])
  expect(redIn({ ...partial, allowPartial: true })).toEqual([])
})

test('a scenario that was asked for and that nothing met is red, also where a part is accepted', () => {
  const unmet = { ...all, runs: [run, { ...slow, met: false }] }

  expect(redIn({ ...unmet, allowPartial: true })).toEqual(['No call met slow.'])
  expect(redIn({ ...unmet, isAsked: false })).toEqual([])
})

test('a command that calls nothing is red', () => {
  expect(redIn({ ...all, isCalled: false, isAllRefused: false, allowPartial: true })).toEqual([expect.stringContaining('STANDIN_URL')])
})
