import { expect, test } from 'vitest'
import { feedQuery, readFeedQuery } from '../../../../../src/service/areas/notifications/constraints/feed.ts'
import { rule } from '../../../../support/rule.ts'

const range = 'The field Seq must be between 0 and 9.223372036854776E+18.'

const errorsOf = (query: Record<string, string>) =>
  feedQuery.safeParse(query).error?.issues.map(({ path, message }) => [path.join(), message]) ?? []

/** Each query has exactly one error. */
const wrong: readonly [query: Record<string, string>, name: string, message: string][] = [
  [{ seq: '-1' }, 'Seq', range],
  [{ seq: '-9223372036854775808' }, 'Seq', range],
  [{ seq: 'abc' }, 'Seq', "The value 'abc' is not valid for Seq."],
  [{ seq: '1.0' }, 'Seq', "The value '1.0' is not valid for Seq."],
  [{ seq: '1e3' }, 'Seq', "The value '1e3' is not valid for Seq."],
  [{ seq: '9223372036854775808' }, 'Seq', "The value '9223372036854775808' is not valid for Seq."],
  [{ seq: '-9223372036854775809' }, 'Seq', "The value '-9223372036854775809' is not valid for Seq."],
  [{ seq: '' }, 'Seq', "The value '' is invalid."],
  [{ seq: ' ' }, 'Seq', "The value ' ' is invalid."],
  [{ pageSize: 'abc' }, 'PageSize', "The value 'abc' is not valid for PageSize."],
  [{ pageSize: '' }, 'PageSize', "The value '' is invalid."],
  [{ pageSize: '5.5' }, 'PageSize', "The value '5.5' is not valid for PageSize."],
  [{ orderBy: 'foo' }, 'OrderBy', "The value 'foo' is not valid for OrderBy."],
  [{ orderBy: '5' }, 'OrderBy', "The value '5' is invalid."],
  [{ orderBy: '-1' }, 'OrderBy', "The value '-1' is invalid."],
  [{ orderBy: '' }, 'OrderBy', "The value '' is invalid."],
]

rule('notifications §4.7', 'unreadable values and values out of range have the messages of the service', () => {
  for (const [query, name, message] of wrong) expect(errorsOf(query), JSON.stringify(query)).toEqual([[name, message]])
})

test('all errors of a query are reported at once', () => {
  expect(errorsOf({ seq: 'a', pageSize: 'b', orderBy: 'c' }).map(([name]) => name)).toEqual(['Seq', 'PageSize', 'OrderBy'])
})

const right: readonly [query: Record<string, string>, read: object][] = [
  [{}, { seq: 0, pageSize: 500, descending: false }],
  [{ seq: '81230' }, { seq: 81_230 }],
  [{ seq: ' +007 ' }, { seq: 7 }],
  [{ seq: '-0' }, { seq: 0 }],
  [{ seq: '9223372036854775807' }, { seq: 2 ** 63 }],
  [{ seq: `${'0'.repeat(5_000)}5` }, { seq: 5 }],
  [{ pageSize: '1' }, { pageSize: 1 }],
  [{ pageSize: '0' }, { pageSize: 1 }],
  [{ pageSize: '-5' }, { pageSize: 1 }],
  [{ pageSize: '500' }, { pageSize: 500 }],
  [{ pageSize: '501' }, { pageSize: 500 }],
  [{ pageSize: '9'.repeat(400) }, { pageSize: 500 }],
  [{ pageSize: `-${'9'.repeat(400)}` }, { pageSize: 1 }],
  [{ orderBy: 'asc' }, { descending: false }],
  [{ orderBy: 'DESC' }, { descending: true }],
  [{ orderBy: '0' }, { descending: false }],
  [{ orderBy: '1' }, { descending: true }],
]

rule('notifications §9.1', 'page sizes are clamped, and orders are read by name or number', () => {
  for (const [query, read] of right) {
    expect(errorsOf(query), JSON.stringify(query)).toEqual([])
    expect(readFeedQuery(query), JSON.stringify(query)).toMatchObject(read)
  }
})

/** A quadratic pattern would exceed the time limit of a test. */
test('very many digits with a letter after them are refused', () => {
  expect(errorsOf({ seq: `${'0'.repeat(500_000)}x` })).toHaveLength(1)
})
