/** What differs between what was expected and what came. */
import { expect, test } from 'vitest'
import { bytesDifferences, type ComparedReply, holds, replyDifferences, shapeOf, valueDifferences } from '../../src/control/compare.ts'

const same = (expected: string, got: string) => expected.toLowerCase() === got.toLowerCase()
const reply = (text: string | undefined, headers: ComparedReply['headers'] = {}, status = 200) => ({ status, headers, text })
const strictly = (expected: ComparedReply, got: ComparedReply) => replyDifferences(expected, got, { same, isOther: false })
const loosely = (expected: ComparedReply, got: ComparedReply) => replyDifferences(expected, got, { same, isOther: true })

test('of another status, nothing else is compared', () => {
  const status = { where: 'status', expected: 200, got: 404 }

  for (const compare of [strictly, loosely]) expect(compare(reply('a', { a: '1' }), reply('b', { a: '2' }, 404))).toEqual([status])
})

test('headers are compared by name, apart from those of the connection', () => {
  const [ours, theirs] = [
    { location: '/A', date: 'now', link: ['a', 'b'] },
    { location: '/a', date: 'then', link: ['a', 'c'], etag: '1' },
  ]

  expect(strictly(reply('', ours), reply('', theirs))).toEqual([
    { where: 'headers.etag', expected: undefined, got: '1' },
    { where: 'headers.link[1]', expected: 'b', got: 'c' },
  ])
})

test('another program may reply more headers, and must reply all that are expected', () => {
  expect(loosely(reply('', { etag: '1' }), reply('', { etag: '1', link: 'a' }))).toEqual([])
  expect(loosely(reply('', { etag: '1' }), reply('', { etag: null }))).toEqual([{ where: 'headers.etag', expected: '1', got: null }])
})

test('a difference names its member of the JSON, from any program', () => {
  const [ours, theirs] = ['{"list":[{"id":"A"},{"id":"B"}],"one":1}', '{"list":[{"id":"a"},{"id":"c"}],"two":2}']
  const differences = [
    { where: 'body.list[1].id', expected: 'B', got: 'c' },
    { where: 'body.one', expected: 1, got: undefined },
    { where: 'body.two', expected: undefined, got: 2 },
  ]

  for (const compare of [strictly, loosely]) expect(compare(reply(ours), reply(theirs))).toEqual(differences)
})

test('only another program may write the same JSON in another way', () => {
  const [ours, theirs] = ['{"a": 1}', '{"a":1}']

  expect(strictly(reply(ours), reply(theirs))).toEqual([{ where: 'body, starting at character 6', expected: ours, got: theirs }])
  expect(loosely(reply(ours), reply(theirs))).toEqual([])
})

test('a text that is not JSON differs from its first other character on', () => {
  const [ours, theirs] = [`${'a'.repeat(30)}b`, `${'a'.repeat(30)}c`]

  expect(strictly(reply(ours), reply(theirs))).toEqual([
    { where: 'body, starting at character 31', expected: `${'a'.repeat(20)}b`, got: `${'a'.repeat(20)}c` },
  ])
  expect(loosely(reply(ours), reply(theirs))).toEqual([{ where: 'body', expected: ours, got: theirs }])
})

test('JSON that is too deep is a text', () => {
  const [ours, theirs] = ['['.repeat(200) + ']'.repeat(200), '['.repeat(201) + ']'.repeat(201)]

  expect(loosely(reply(ours), reply(theirs))).toEqual([{ where: 'body', expected: ours, got: theirs }])
  expect(strictly(reply(ours), reply(theirs))).toMatchObject([{ where: 'body, starting at character 201' }])
})

test('an unknown body equals none, and of another program any', () => {
  expect(strictly(reply(undefined), reply(''))).toEqual([])
  expect(strictly(reply(undefined), reply('a'))).toEqual([{ where: 'body', expected: undefined, got: 'a' }])
  expect(loosely(reply(undefined), reply('a'))).toEqual([])
})

test('bytes differ in their number, or in their hash where it is known', () => {
  const [one, other] = [
    { size: 2, sha256: 'one' },
    { size: 2, sha256: 'other' },
  ]

  expect(bytesDifferences(one, { size: 3, sha256: 'one' })).toEqual([{ where: 'body, its bytes', expected: 2, got: 3 }])
  expect(bytesDifferences(one, other)).toEqual([{ where: 'body, its SHA-256', expected: 'one', got: 'other' }])
  expect(bytesDifferences({ size: 2, sha256: undefined }, other)).toEqual([])
})

test('a member that every object inherits is not there', () => {
  expect(valueDifferences('body', {}, { constructor: 1 })).toEqual([{ where: 'body.constructor', expected: undefined, got: 1 }])
})

test.each([
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: { b: [1, { c: 2, d: 3 }] } }, { a: { b: [1, { c: 2 }] } }, true],
  [[1, 2], [1], false],
  [[2, 1], [1, 2], false],
  [{ a: null }, { a: {} }, false],
  ['text', 'text', true],
  [undefined, { a: 1 }, false],
])('%j has what %j wants: %j', (value, wanted, whether) => {
  expect(holds(value, wanted)).toBe(whether)
})

test('trace ids and ETags have the same shape in each reply', () => {
  const shape = (trace: string, tag: string) => shapeOf(`{"traceId":"${trace}","ETag":"${tag}"}`)

  expect(shape('0af7651916cd43dd8448eb211c80319c', '0x8DE2F4A10B3C5D7E')).toBe(
    shape('b7ad6b7169203331b7ad6b7169203331', '0x8DE00A1234567890'),
  )
})
