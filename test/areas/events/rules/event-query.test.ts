import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLike, nextQuery, pageSize, wantedNames } from '../../../../src/areas/events/rules/event-query.ts'
import { rule } from '../../../support/rule.ts'

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
  expect([...(wantedNames(['no.altinn.broker.published']) ?? [])]).toEqual(['published'])
  expect([...(wantedNames(['%confirmeddownloaded']) ?? [])]).toEqual(['allconfirmeddownloaded', 'fileneverconfirmeddownloaded'])
  expect([...(wantedNames(['NO.ALTINN.%', 'x']) ?? [])]).toEqual([])
  expect(wantedNames(undefined)).toBeUndefined()
})

rule('events §6', 'a page has 50 events, or the number in the query, up to 1,000', () => {
  expect(['', undefined, '0', '-7', '1', ' +3 ', '1000', '1001', '2000000000'].map(pageSize)).toEqual([
    50, 50, 50, 50, 1, 3, 1000, 1000, 1000,
  ])
})

rule('events §6', 'the query of the next page repeats the parameters of this page', () => {
  expect(nextQuery('id', { resource: 'urn:altinn:resource:acme-broker', size: '50' })).toBe(
    'after=id&resource=urn:altinn:resource:acme-broker&size=50',
  )
  expect(nextQuery('id', { resource: 'a\r\nb: c', subject: 'æ&x=\ud800', type: ['a%', 'b'] })).toBe(
    'after=id&resource=a%0D%0Ab:%20c&subject=%C3%A6%26x%3D%EF%BF%BD&type=a%25&type=b',
  )
})
