import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, downward, type Ordered, remove, upward } from '../../../src/service/world/table.ts'

const byNumber = (one: number, other: number) => one - other

const numbers = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 5_000 })), { minLength: 1, maxLength: 4_000, size: 'max' })

test('the items stay in order through additions and removals, in both directions', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 5_000 }), fc.boolean(), (steps, limit, growing) => {
      const list: Ordered<number> = []
      const model = new Set<number>()
      for (const [adding, number] of steps) {
        if (!model.has(number) && (growing || adding)) {
          model.add(number)
          add(list, number, byNumber)
        } else if (model.delete(number)) remove(list, number, byNumber)
      }
      const left = [...model].sort(byNumber)

      expect([...upward(list, (number) => number < limit)]).toEqual(left.filter((number) => number >= limit))
      expect([...downward(list, (number) => number < limit)]).toEqual(left.filter((number) => number < limit).reverse())
    }),
    { numRuns: 40 },
  )
})

test('items added at the end, at the beginning and in between lie in runs of a bounded length', () => {
  for (const order of [(nth: number) => nth, (nth: number) => -nth, (nth: number) => (nth * 7_919) % 10_007]) {
    const list: Ordered<number> = []
    for (let nth = 0; nth < 10_000; nth++) add(list, order(nth), byNumber)

    expect(Math.max(...list.map((run) => run.length))).toBeLessThanOrEqual(512)
    expect(list.length).toBeLessThan(60)
    expect([...upward(list, () => false)]).toEqual(Array.from({ length: 10_000 }, (_, nth) => order(nth)).sort(byNumber))
  }
})

test('a list is empty after everything is removed', () => {
  const list: Ordered<number> = []
  for (let number = 0; number < 2_000; number++) add(list, number, byNumber)
  for (let number = 0; number < 2_000; number++) remove(list, number, byNumber)

  expect(list).toEqual([])
  expect([...upward(list, () => false), ...downward(list, () => true)]).toEqual([])
})

test('removing an item that is not in the list is a defect', () => {
  const list: Ordered<number> = []
  add(list, 1, byNumber)

  for (const number of [0, 2]) expect(() => remove(list, number, byNumber)).toThrow('The item is not in the list, or has moved.')
})
