/** Lines of two replies side by side. */
import { expect, test } from 'vitest'
import { alignedLines, isSameLine } from '../../../src/apps/dashboard/pages/compare/aligned.ts'

test('equal lines are next to each other, and lines in between are paired', () => {
  expect(alignedLines(['a', 'b', 'x', 'c'], ['a', 'y', 'c', 'd'])).toEqual([
    { one: 'a', other: 'a' },
    { one: 'b', other: 'y' },
    { one: 'x', other: undefined },
    { one: 'c', other: 'c' },
    { one: undefined, other: 'd' },
  ])
})

test('ids, times and hosts count as equal; other values do not', () => {
  const one = '"id": "0b6cd9a8-8d1f-4a3a-9a2b-000000000001", "at": "2026-06-01T10:00:00Z", "self": "https://one.example/a"'
  const other = '"id": "0b6cd9a8-8d1f-4a3a-9a2b-000000000002", "at": "2026-06-02T10:00:00.123+00:00", "self": "http://127.0.0.1:1/a"'

  expect(isSameLine(one, other)).toBe(true)
  expect(isSameLine('date: Mon, 01 Jun 2026 10:00:00 GMT', 'date: Tue, 02 Jun 2026 10:00:00 GMT')).toBe(true)
  expect([isSameLine('"n": 1', '"n": 2'), isSameLine('a', undefined)]).toEqual([false, false])
})

test('texts of any length are aligned', () => {
  const lines = Array.from({ length: 5_000 }, (_, nth) => `line ${nth}`)

  expect(alignedLines(lines, lines.slice(1))).toHaveLength(5_000)
})
