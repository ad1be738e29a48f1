import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap } from '../../src/state/heap.ts'

interface Item {
  readonly rank: number
}
const ranks = fc.array(fc.nat(20), { maxLength: 80 })

test('whatever is added and taken in turn, the first comes first', () => {
  fc.assert(
    fc.property(ranks, fc.infiniteStream(fc.boolean()), (all, takes) => {
      const items: Item[] = []
      const heap = createHeap<Item>(items, (one, other) => one.rank < other.rank)
      const model: number[] = []
      for (const rank of all) {
        heap.add({ rank })
        model.push(rank)
        model.sort((one, other) => one - other)
        if (takes.next().value) expect(heap.take()?.rank).toBe(model.shift())
        expect([heap.first()?.rank, heap.size]).toEqual([model[0], model.length])
        expect(items.map((item) => item.rank).toSorted((one, other) => one - other)).toEqual(model)
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('of an empty heap nothing is taken', () => {
  const heap = createHeap<Item>([], () => true)

  expect([heap.take(), heap.first(), heap.size]).toEqual([undefined, undefined, 0])
})
