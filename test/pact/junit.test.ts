/** The report for JUnit. */
import { expect, test } from 'vitest'
import { junit } from '../../src/pact/junit.ts'

const kept = {
  file: 'web.json',
  consumer: 'web',
  description: 'an order',
  given: ['a caller may order notifications'],
  why: [],
  pending: false,
}
const broken = { ...kept, description: 'a "manifest" <now>', given: [], why: ['status: expected 200 & was 404\u0007', 'body: gone'] }

test('each consumer is a suite, each interaction a case with its reasons', () => {
  const interactions = [kept, broken, { ...broken, consumer: 'app', pending: true }]

  const leftOut = [{ file: 'app.json', consumer: 'app', description: 'an outage', given: ['it rains'], why: 'no call brings it about' }]

  expect(junit({ interactions, leftOut })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="1" skipped="2">
  <testsuite name="web" tests="2" failures="1" skipped="0">
    <testcase classname="web" name="an order, given a caller may order notifications"/>
    <testcase classname="web" name="a &quot;manifest&quot; &lt;now&gt;">
      <failure message="status: expected 200 &amp; was 404�">status: expected 200 &amp; was 404�&#10;body: gone</failure>
    </testcase>
  </testsuite>
  <testsuite name="app" tests="2" failures="0" skipped="2">
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
