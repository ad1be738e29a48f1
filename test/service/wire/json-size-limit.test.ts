import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { sizeError } from '../../../src/service/wire/json.ts'
import { ttd } from '../../support/orders.ts'
import { test } from '../../support/rule.ts'

const nested = (levels: number, bracket: '[' | '{'): string =>
  bracket === '[' ? '['.repeat(levels) + ']'.repeat(levels) : `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

test.each(['[', '{'] as const)('32 levels of %s are accepted, 33 are too deep', (bracket) => {
  expect(sizeError(nested(32, bracket))).toBeUndefined()
  expect(sizeError(nested(33, bracket))).toMatchObject({ reason: expect.stringContaining('depth of 32'), tooDeep: true })
})

test('too deep a part is found anywhere in the text, at any depth', () => {
  expect(sizeError(`[1, null, "a", { "b": ${nested(31, '[')} }]`)?.tooDeep).toBe(true)
  expect(sizeError('['.repeat(20_000))?.tooDeep).toBe(true)
  expect(sizeError('"a"')).toBeUndefined()
  expect(sizeError('null')).toBeUndefined()
})

test('brackets in strings do not count as levels, and a closed level no longer counts', () => {
  expect(sizeError(`["${'['.repeat(100)}", "\\"[", "\\\\", ${'[[]],'.repeat(100)} 1]`)).toBeUndefined()
  expect(sizeError(`["\\\\", ${'['.repeat(33)}`)?.tooDeep).toBe(true)
})

test('a body of more than 250,000 values is refused', () => {
  const reminders = (count: number) => `{"reminders":[${Array(count).fill('{ }').join(',')}]}`

  expect(sizeError(reminders(249_998))).toBeUndefined()
  expect(sizeError(reminders(249_999))).toMatchObject({ reason: expect.stringContaining('250000 values'), tooDeep: false })
})

/** Counts a value and all values inside it. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)
}

test('the count of values is the count in the parsed text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(4), (value, indent) => {
      const [count, text] = [valuesIn(value), JSON.stringify(value, null, indent)]
      const filled = (most: number) => `[${'0,'.repeat(most - count - 1)}${text}]`

      expect(sizeError(filled(250_000))).toBeUndefined()
      expect(sizeError(filled(250_001))).toBeDefined()
    }),
    { numRuns: 20 },
  )
})

for (const [what, body, said] of [
  ['too many levels', '['.repeat(1_000_000), 'The maximum configured depth of 32 has been exceeded. Path: $[0]'],
  [
    'too many values',
    `[${'1,'.repeat(500_000)}1]`,
    'The body contains more than 250000 values. Path: $ | LineNumber: 0 | BytePositionInLine: 0.',
  ],
] as const) {
  test(`a body of ${what} is refused, and nothing parses it`, async ({ here }) => {
    const parse = vi.spyOn(JSON, 'parse')
    const { status, problem } = await here.client.call('notifications.createOrder', { as: ttd, body })
    const parsed = parse.mock.calls.filter(([text]) => text.length > 100_000)
    parse.mockRestore()

    expect([status, parsed]).toEqual([400, []])
    // A list where an object belongs is refused before its depth.
    const first = what === 'too many levels' ? 'could not be converted to Altinn.Notifications.Models' : said
    expect(Object.values(problem.errors as Record<string, string[]>).flat()[0]).toContain(first)
  })

  test(`a control body of ${what} is refused, and nothing parses it`, async ({ here }) => {
    const parse = vi.spyOn(JSON, 'parse')
    const headers = { 'content-type': 'application/json' }
    const url = 'http://standin.test/_standin/clock/advance'
    const response = await here.send(new Request(url, { method: 'POST', headers, body: body.slice(0, 1_000_000) }))
    const parsed = parse.mock.calls.length
    parse.mockRestore()

    expect([response.status, parsed]).toEqual([400, 0])
  })
}
