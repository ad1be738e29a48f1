/** Reports a verification as text. */
import { expect, test } from 'vitest'
import { report } from '../../src/pact/report.ts'

const kept = { consumer: 'web', description: 'one', given: [], why: [], pending: false }
const failed = {
  consumer: 'app',
  description: 'another',
  given: ['it rains', 'it is dark'],
  why: ['status: expected 200, got 404', 'body $: empty'],
  pending: false,
}

test('a report counts the interactions that are as agreed and lists the others with their reasons', () => {
  expect(
    report({ ok: false, interactions: [kept, failed, { ...kept, why: ['not yet'], pending: true }] }),
  ).toBe(`1 of 3 interactions are as agreed.

FAILED app: another
  given it rains, it is dark
  - status: expected 200, got 404
  - body $: empty

PENDING web: one
  - not yet`)
})

test('a report without failures has one line', () => {
  expect(report({ ok: true, interactions: [kept] })).toBe('1 of 1 interactions are as agreed.')
})
