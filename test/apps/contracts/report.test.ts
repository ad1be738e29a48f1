/** Reports a verification as text, and as JUnit XML. */
import { expect, test } from 'vitest'
import { junit, report } from '../../../src/apps/contracts/report.ts'

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
  ).toBe(`1 of 3 interactions passed in the spec dialect.

FAILED app: another
  given it rains, it is dark
  - status: expected 200, got 404
  - body $: empty

PENDING web: one
  - not yet`)
})

test('a report without failures has one line', () => {
  expect(report({ ok: true, dialect: 'live', leftOut: [], interactions: [kept] })).toBe('1 of 1 interactions passed in the live dialect.')
})

test('a report counts what was left out, and lists it by its reason', () => {
  const leftOut = [
    { file: 'a.json', consumer: 'web', description: 'one', given: ['it rains'], why: 'no call brings about "it rains"' },
    { file: 'a.json', consumer: 'web', description: 'two', given: [], why: 'it is for the live dialect' },
    { file: 'a.json', consumer: 'app', description: 'three', given: [], why: 'it is for the live dialect' },
  ]

  expect(
    report({ ok: true, dialect: 'spec', leftOut, interactions: [kept] }),
  ).toBe(`1 of 1 interactions passed in the spec dialect. 3 are skipped.

SKIPPED, because no call brings about "it rains":
  web: one, given it rains

SKIPPED, because it is for the live dialect:
  web: two
  app: three`)
})

const ordered = {
  file: 'web.json',
  consumer: 'web',
  description: 'an order',
  given: ['a caller may order notifications'],
  why: [],
  pending: false,
}
const broken = { ...ordered, description: 'a "manifest" <now>', given: [], why: ['status: expected 200 & was 404\u0007', 'body: gone'] }

test('in JUnit XML, each consumer is a suite, each interaction a case with its reasons', () => {
  const interactions = [ordered, broken, { ...broken, consumer: 'app', pending: true }]

  const leftOut = [{ file: 'app.json', consumer: 'app', description: 'an outage', given: ['it rains'], why: 'no call brings it about' }]

  expect(junit({ interactions, leftOut })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" errors="0" skipped="2">
  <testsuite name="web" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="web" name="an order, given a caller may order notifications"/>
    <testcase classname="web" name="a &quot;manifest&quot; &lt;now&gt;">
      <failure message="status: expected 200 &amp; was 404�">status: expected 200 &amp; was 404�&#10;body: gone</failure>
    </testcase>
  </testsuite>
  <testsuite name="app" tests="2" failures="0" errors="0" skipped="2">
    <testcase classname="app" name="a &quot;manifest&quot; &lt;now&gt;">
      <skipped message="status: expected 200 &amp; was 404�"/>
    </testcase>
    <testcase classname="app" name="an outage, given it rains">
      <skipped message="no call brings it about"/>
    </testcase>
  </testsuite>
</testsuites>
`)
})

test('in JUnit XML, a case that a real implementation fails says whose fault it is', () => {
  expect(junit({ interactions: [{ ...broken, fault: 'provider' }], leftOut: [] })).toContain('>the real implementation broke it&#10;')
})
