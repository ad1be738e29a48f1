/** The library of collections finds what a table finds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMany } from '../../src/platform/collections.ts'
import { findMany as scan } from '../../src/world/records/table.ts'

interface Pet {
  readonly id: string
  readonly age: number
}

test('a query by the library finds the same, in the same order, page by page', () => {
  const pets = fc.array(fc.record({ id: fc.string(), age: fc.nat(5) }), { maxLength: 30 })
  const page = fc.record({ skip: fc.nat(10), take: fc.integer({ min: 1, max: 10 }) }, { requiredKeys: [] })
  fc.assert(
    fc.property(pets, fc.nat(5), page, (records: Pet[], least, part) => {
      const old = ({ age }: Pet) => age >= least

      expect(findMany(records, old, part)).toEqual(scan(records, old, part))
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('a query by the library leaves no mark on the records', () => {
  const tom = { id: 'tom', age: 3 }

  expect(findMany([tom])).toEqual([tom])
  expect(Reflect.ownKeys(tom)).toEqual(['id', 'age'])
})
