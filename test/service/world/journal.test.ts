import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noDoings } from '../../../src/service/world/changes.ts'
import type { Line } from '../../../src/service/world/journal/line.ts'
import { createJournalRings, newJournal } from '../../../src/service/world/journal.ts'

const line = (id: number): Line => ({
  id: String(id),
  at: 0,
  environment: 'test',
  operation: null,
  method: 'GET',
  path: '/',
  status: null,
  code: null,
  caller: null,
  token: null,
  ms: null,
  stage: 'route',
  commits: 0,
  comparison: null,
  scenario: null,
  rule: null,
  why: null,
  outcome: null,
  times: [],
  closed: 0,
  number: 0,
  marked: true,
  weight: 0,
  considered: null,
  doings: noDoings,
  sender: null,
  began: 0,
  requestHeaders: {},
  query: '',
  requestMissing: 0,
  replyMissing: 0,
  requestBody: null,
  requestBytes: null,
  data: undefined,
  replyHeaders: null,
  replyBody: null,
  replyBytes: 0,
  cut: false,
})

test('a ring holds the newest lines, oldest first, and counts the dropped ones', () => {
  fc.assert(
    fc.property(fc.nat(7), fc.nat(30), (limit, count) => {
      const { calls } = createJournalRings(newJournal(), limit)
      const lines = Array.from({ length: count }, (_, at) => line(at))
      for (const each of lines) calls.add(each)
      const kept = limit === 0 ? [] : lines.slice(-limit)

      expect(calls.list()).toEqual(kept)
      expect([calls.size, calls.dropped]).toEqual([kept.length, count - kept.length])
      for (const each of lines) expect(calls.find(each.id)).toEqual(kept.includes(each) ? each : undefined)
      expect(calls.newest()).toBe(kept.at(-1))
    }),
    { seed: 1 },
  )
})

test('jobs do not push out calls', () => {
  const { calls, jobs } = createJournalRings(newJournal(), 2)
  calls.add(line(1))
  for (let id = 2; id < 100; id++) jobs.add(line(id))

  expect(calls.list().map(({ id }) => id)).toEqual(['1'])
  expect([jobs.size, jobs.dropped]).toEqual([2, 96])
})

test('clearing removes the lines and resets the count of dropped ones', () => {
  const { calls } = createJournalRings(newJournal(), 2)
  for (let id = 0; id < 5; id++) calls.add(line(id))

  calls.clear()
  calls.add(line(9))

  expect([calls.list().map(({ id }) => id), calls.dropped]).toEqual([['9'], 0])
})

test('a list is a copy with the same lines', () => {
  const { calls } = createJournalRings(newJournal(), 2)
  const closed = { ...line(1), closed: 1 }
  calls.add(closed)

  calls.list().pop()

  expect(calls.list()[0]).toBe(closed)
})

test('who reads an open line gets a copy with marks, and the line itself keeps its texts', () => {
  const { calls } = createJournalRings(newJournal(), 2)
  const open = { ...line(1), marked: false }
  calls.add(open)

  expect([calls.list()[0]?.marked, calls.find('1')?.marked, open.marked]).toEqual([true, true, false])
})

test('a ring whose data comes from another limit keeps the newest lines in order', () => {
  for (const limit of [2, 4, 9]) {
    const data = newJournal()
    const before = createJournalRings(data, 4).calls
    for (let id = 1; id <= 6; id++) before.add(line(id))

    const { calls } = createJournalRings(structuredClone(data), limit)
    calls.add(line(7))

    expect(calls.list().map(({ id }) => Number(id))).toEqual([3, 4, 5, 6, 7].slice(-limit))
  }
})
