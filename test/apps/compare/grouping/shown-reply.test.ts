/** Replies in reports: bounded and masked. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { maskFor } from '../../../../src/apps/compare/grouping/masking.ts'
import { shownReply } from '../../../../src/apps/compare/grouping/shown-reply.ts'

const mask = maskFor('notifications.getOrder', false)
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

test('a body is masked member by member, and secrets and cookies are left out', () => {
  const body = bytes({
    status: 'Accepted',
    to: 'a@example.org',
    subject: 'Hello',
    access_token: 'opaque',
    list: [{ nationalId: '01010112345' }],
  })
  const headers = { 'set-cookie': 'a=b', 'x-standin-call': '1', 'content-type': 'application/json', location: '/x?to=a@example.org' }
  const shown = shownReply({ status: 200, headers, body }, mask)

  expect(shown.headers).toEqual({ 'content-type': 'application/json', location: '/x?to=<email>' })
  expect(JSON.parse(shown.body ?? '')).toEqual({
    status: 'Accepted',
    to: '<email>',
    subject: '<text of 5 characters>',
    access_token: '<secret>',
    list: [{ nationalId: '<identity number>' }],
  })
  expect([shown.bytes, shown.missing]).toEqual([body.byteLength, 0])
})

test('a compressed body is unpacked, and one that is not text, is large, or was not stored is left out', () => {
  const headers = { 'content-encoding': 'gzip' }
  const of = (body: Uint8Array | undefined, more = {}) => shownReply({ status: 200, headers: more, body }, mask).body

  expect(of(gzipSync(bytes({ a: 1 })), headers)).toBe('{"a":1}')
  expect(of(gzipSync(Buffer.alloc(2 ** 21, 'a')), headers)).toBe(null)
  expect([of(new Uint8Array([255, 254])), of(undefined)]).toEqual([null, null])
})

test('a long body is cut, and the report says by how much', () => {
  const body = bytes(Array.from({ length: 10_000 }, () => 'abc'))
  const shown = shownReply({ status: 200, headers: {}, body }, mask)

  expect(shown.body).toHaveLength(16_384)
  expect(shown.missing).toBe(60_001 - 16_384)
})
