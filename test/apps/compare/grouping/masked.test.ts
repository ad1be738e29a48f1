/** Values in a report contain no secret, and nothing of a person unless they are shown. */
import { expect, test } from 'vitest'
import { masked } from '../../../../src/apps/compare/grouping/groups.ts'

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
  expect(masked('where', value, false)).toBe(shown)
})

test('members of objects are masked by their names', () => {
  const value = { password: 'p', access_token: 'opaque', smsText: 'Hi Kari', list: [{ emailSubject: 'Hi' }] }

  expect(masked('x', value, false)).toBe(
    '{"password":"<secret>","access_token":"<secret>","smsText":"<text of 7 characters>","list":[{"emailSubject":"<text of 2 characters>"}]}',
  )
  expect(masked('x', value, true)).toContain('"password":"<secret>"')
})

test('an empty text is empty, and a long one is cut', () => {
  expect(masked('body', '', false)).toBe('')
  expect(masked('x', 'a'.repeat(500), false)).toBe(`${'a'.repeat(200)}…`)
})
