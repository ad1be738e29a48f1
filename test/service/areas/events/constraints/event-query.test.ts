import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLike, nextAddress, pageSize, typeFilter } from '../../../../../src/service/areas/events/constraints/event-query.ts'
import { rule } from '../../../../support/rule.ts'

/** Tries all possible matches. */
function naive(text: string, pattern: string): boolean {
  const [sign] = pattern
  if (sign === undefined) return text === ''
  const rest = pattern.slice(1)
  if (sign === '%') return naive(text, rest) || (text !== '' && naive(text.slice(1), pattern))
  return text !== '' && (sign === '_' || sign === text[0]) && naive(text.slice(1), rest)
}

const few = (signs: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...Array.from(signs)), maxLength })

test('a pattern matches exactly when one of all possible matches does', () => {
  fc.assert(
    fc.property(few('ab', 8), few('ab%_', 6), (text, pattern) => {
      expect(isLike(text, pattern)).toBe(naive(text, pattern))
    }),
    { seed: 1, numRuns: 5_000 },
  )
})

test('a hostile pattern is refused quickly', () => {
  expect(isLike('a'.repeat(60), `${'%a'.repeat(5_000)}b`)).toBe(false)
})

rule('events §6', 'types are compared like patterns of SQL', () => {
  const fits = (patterns: string[] | undefined, type: string) => typeFilter(patterns)?.(type)

  expect(fits(['no.altinn.broker.published'], 'no.altinn.broker.published')).toBe(true)
  expect(fits(['x', '%confirmeddownloaded'], 'no.altinn.broker.allconfirmeddownloaded')).toBe(true)
  expect(fits(['NO.ALTINN.%', 'x'], 'no.altinn.broker.published')).toBe(false)
  expect(typeFilter(undefined)).toBeUndefined()
})

rule('events §6', 'a page has 50 events, or the number in the query, up to 1,000', () => {
  expect(['', undefined, '0', '-7', '1', ' +3 ', '1000', '1001', '2000000000'].map(pageSize)).toEqual([
    50, 50, 50, 50, 1, 3, 1000, 1000, 1000,
  ])
})

const next = (query: string, path = '/events/api/v1/events') => nextAddress('https://here', path, query, 'id')

for (const [query, written] of [
  ['resource=urn:altinn:resource:a&after=0&size=2', '&resource=urn:altinn:resource:a&size=2'],
  ['source=x&from=1&resource=a&to=2&x=y', '&source=x&from=1&resource=a&to=2&x=y'],
  ['type=a&size=1&TYPE=b&Type=c', '&Type=a&Type=b&Type=c&size=1'],
  ['foo&&bar=&=z', '&foo=&bar=&=z'],
  ['a=1+2%2B%20%25&b=%zz%', '&a=1 2+ %&b=%zz%'],
  ['AFTER=7&after=8', ''],
  ['after=7&AFTER=8', '&AFTER=7&AFTER=8'],
  ['subject=%C3%A6&x=%ff', '&subject=æ&x=%ff'],
  ['x=%41%E5%42&y=%C3%A6%C3&z=%e2%82%61', '&x=A%E5B&y=æ%C3&z=%e2%82a'],
] as const) {
  rule('events §6', `next repeats the whole query ${query}`, () => {
    expect(next(query)).toBe(`https://here/events/api/v1/events?after=id${written}`)
  })
}

rule('events §6', 'next keeps the spelling of the path and its final slash', () => {
  expect(next('a=1', '/EVENTS/api/v1/even%74s/')).toBe('https://here/EVENTS/api/v1/events/?after=id&a=1')
})
