import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedClientId } from '../../../src/service/tokens/issue.ts'
import { derivedGuid } from '../../../src/service/wire/identifiers.ts'

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('the same words always give the same GUID', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      expect(derivedGuid(...words)).toMatch(guid)
      expect(derivedGuid(...words)).toBe(derivedGuid(...words))
    }),
    { seed: 1 },
  )
})

test('10,000 organizations with and without a supplier have 20,000 client ids', () => {
  const orgNos = Array.from({ length: 10_000 }, (_, at) => String(312_000_000 + at))

  const ids = orgNos.flatMap((orgNo) => [derivedClientId(orgNo), derivedClientId(orgNo, '399999999')])

  expect(new Set(ids).size).toBe(20_000)
})

test.each([0, 1, 2, 3])('part %i of the hash alone differs for most organizations', (part) => {
  const parts = Array.from({ length: 10_000 }, (_, at) => {
    const digits = derivedClientId(String(312_000_000 + at)).replaceAll('-', '')
    return digits.slice(part * 8, part * 8 + 8)
  })

  // Version and variant take up to six bits of a part, so a few of 10,000 parts may be equal.
  expect(new Set(parts).size).toBeGreaterThan(9_950)
})

test('the client id of an organization is the same in all versions', () => {
  expect(derivedClientId('312345676')).toBe('1727ea05-ebac-489f-85d4-aee604854f5a')
  expect(derivedClientId('312345676', '313456781')).toBe('8f5fc626-bc35-4ffc-bc74-04723eb094eb')
})

test('the order of words and the borders between words matter', () => {
  expect(derivedClientId('312345676', '313456781')).not.toBe(derivedClientId('313456781', '312345676'))
  expect(derivedGuid('ab', 'c')).not.toBe(derivedGuid('a', 'bc'))
  expect(derivedGuid('a","b')).not.toBe(derivedGuid('a', 'b'))
})
