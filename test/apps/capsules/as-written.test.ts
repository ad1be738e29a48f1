/** Calls of a capsule go where their text says, and calls of the service to no control row. */
import { expect, test } from 'vitest'
import { isAsWritten } from '../../../src/apps/capsules/against/another-client.ts'

const base = 'http://127.0.0.1:4300/worlds/mine'

test.each([
  '/future/orders',
  '/future/shipment/a%20b?x=../../y',
  '/broker/api/v1/filetransfer/æ "x"/upload',
  '/production/future/shipment/feed?seq=0',
  '/a//b/',
])('%s is sent', (path) => {
  expect(isAsWritten(base, path, 'call')).toBe(true)
})

test.each([
  '/.\t./.\t./_standin/scenarios/active',
  '/../../_standin/scenarios/active',
  '/a/%2e%2E/b',
  '/a\\..\\..\\b',
  '/a#/../b',
  '@example.org/',
  '/_standin/reset',
  '/_Standin/reset',
  '/%5fstandin/reset',
  '/production/_standin/reset',
])('%s of the service is not sent', (path) => {
  expect(isAsWritten(base, path, 'call')).toBe(false)
})

test('a control row of its world is called, and none of another world', () => {
  expect(isAsWritten(base, '/_standin/clock/advance', 'control')).toBe(true)
  expect(isAsWritten(base, '/_standin/../../_standin/reset', 'control')).toBe(false)
})
