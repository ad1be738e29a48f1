/** Reports a verification as text. */
import { expect, test } from 'vitest'
import { report } from '../../src/pact/report.ts'

const kept = { file: 'web.json', consumer: 'web', description: 'one', given: [], why: [], pending: false }
const failed = {
  file: 'app.json',
  consumer: 'app',
  description: 'another',
  given: ['it rains', 'it is dark'],
  why: ['status: expected 200, got 404', 'body $: empty'],
  pending: false,
}

test('a report counts the interactions that are as agreed and lists the others with their reasons', () => {
  expect(
    report({ ok: false, dialect: 'spec', leftOut: [], interactions: [kept, failed, { ...kept, why: ['not yet'], pending: true }] }),
  ).toBe(`1 of 3 interactions are as agreed in the dialect spec.

FAILED app: another
  given it rains, it is dark
  - status: expected 200, got 404
  - body $: empty

PENDING web: one
  - not yet`)
})

test('a report without failures has one line', () => {
  expect(report({ ok: true, dialect: 'live', leftOut: [], interactions: [kept] })).toBe(
    '1 of 1 interactions are as agreed in the dialect live.',
  )
})

test('a report counts what was left out, and lists it by its reason', () => {
  const leftOut = [
    { file: 'a.json', consumer: 'web', description: 'one', given: ['it rains'], why: 'no call brings about "it rains"' },
    { file: 'a.json', consumer: 'web', description: 'two', given: [], why: 'it holds in the dialect live' },
    { file: 'a.json', consumer: 'app', description: 'three', given: [], why: 'it holds in the dialect live' },
  ]

  expect(
    report({ ok: true, dialect: 'spec', leftOut, interactions: [kept] }),
  ).toBe(`1 of 1 interactions are as agreed in the dialect spec. 3 are left out.

LEFT OUT, because no call brings about "it rains":
  web: one, given it rains

LEFT OUT, because it holds in the dialect live:
  web: two
  app: three`)
})
