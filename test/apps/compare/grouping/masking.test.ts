/** Values in a report contain no secret, and nothing of a person unless they are shown. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { maskFor, shownReply } from '../../../../src/apps/compare/grouping/masking.ts'

const mask = maskFor('notifications.getOrder', false)

test.each([
  ['/x?mail=kari%40example.org', '/x?mail=<email>'],
  ['pål.ås@example.org', '<email>'],
  ['+47 912 34 567', '<phone>'],
  ['4791234567', '<phone>'],
  ['id12838590150', 'id<identity number>'],
  ['per_12838590150_x', 'per_<identity number>_x'],
  ['Bearer abc.def.ghi', 'Bearer <token>'],
  ['Basic dXNlcjpwYXNz', 'Basic <token>'],
  ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001'],
  ['2026-06-01T10:00:00.123Z', '2026-06-01T10:00:00.123Z'],
])('%s is shown as %s', (value, shown) => {
  expect(mask('where', value)).toBe(shown)
})

test('members of objects are masked by their names', () => {
  const value = { password: 'p', access_token: 'opaque', smsText: 'Hi Kari', list: [{ emailSubject: 'Hi' }] }

  expect(mask('x', value)).toBe(
    '{"password":"<secret>","access_token":"<secret>","smsText":"<text of 7 characters>","list":[{"emailSubject":"<text of 2 characters>"}]}',
  )
  expect(maskFor('notifications.getOrder', true)('x', value)).toContain('"password":"<secret>"')
})

test('an empty text is empty, and a long one is cut', () => {
  expect(mask('body', '')).toBe('')
  expect(mask('x', 'a'.repeat(500))).toBe(`${'a'.repeat(200)}…`)
})

test('a secret is masked by the name of its member or header, and a token that is a whole reply by its operation', () => {
  expect(['accessToken', 'deep.apiKey', 'headers.x-api-key'].map((where) => mask(where, 'plain-123'))).toEqual(Array(3).fill('<secret>'))
  expect(maskFor('authentication.getEnterpriseToken', true)('body', 'opaque')).toBe('<secret>')
  expect(mask('body', 'Not Found')).toBe('Not Found')
})

test('a member named body is a text of a message, the whole body is not', () => {
  expect([mask('.body', 'private'), mask('message.body', 'private'), mask('x', { body: 'private' })]).toEqual([
    '<text of 7 characters>',
    '<text of 7 characters>',
    '{"body":"<text of 7 characters>"}',
  ])
})

test('names of members that are addresses are masked too', () => {
  expect(mask('x', { 'kari@example.org': 1 })).toBe('{"<email>":1}')
})

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
