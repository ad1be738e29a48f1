import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, createTable, downward, type Ordered, remove, upward } from '../../../../src/service/world/records/table.ts'

interface Pet {
  readonly id: string
  age?: number
}

const pets = () => createTable(new Map<string, Pet>(), ({ id }) => id)
const pet = (id: string): Pet => ({ id })

const ids = ['a', 'b', 'c', 'constructor', '__proto__', '', '1', '01']
const step = fc.record({ id: fc.constantFrom(...ids), remove: fc.boolean() })

test('a table finds records by id, and lists them oldest first', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const table = pets()
      let model: Pet[] = []
      for (const { remove, ...record } of steps) {
        const known = table.get(record.id)
        expect(known).toBe(model.find(({ id }) => id === record.id))
        if (remove && known) {
          table.remove(known)
          model = model.filter((each) => each !== known)
        } else if (!known) model.push(table.insert(record))
      }

      expect(table.size).toBe(model.length)
      expect(table.findMany()).toEqual(model)
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('the object itself is stored, and queries see its changes', () => {
  const table = pets()
  const tom = table.insert(pet('tom'))

  tom.age = 3

  expect(table.get('tom')).toBe(tom)
  expect(table.findMany(({ age }) => age === 3)).toEqual([tom])
})

test('an id that is taken is a defect, and changes nothing', () => {
  const table = pets()
  table.insert(pet('tom'))

  expect(() => table.insert(pet('tom'))).toThrow('tom')
  expect([table.size, table.findMany().length]).toEqual([1, 1])
})

test('removing a record that is not stored removes nothing', () => {
  const table = pets()
  const tom = table.insert(pet('tom'))
  table.insert(pet('rex'))

  table.remove(pet('tom'))
  table.remove(pet('ben'))

  expect(table.findMany().map(({ id }) => id)).toEqual(['tom', 'rex'])

  table.remove(tom)
  table.remove(tom)

  expect(table.findMany().map(({ id }) => id)).toEqual(['rex'])
})

/** A search through all records would look at five billion of them, and exceed the time limit of a test. */
test('a record is found among very many', () => {
  const table = pets()
  for (let count = 0; count < 100_000; count++) {
    table.insert(pet(String(count)))
    table.get(String(count >> 1))
  }

  expect(table.get('70000')).toEqual(pet('70000'))
})

test('a query finds what its predicate holds for, and one page of it', () => {
  const table = pets()
  for (const [age, id] of ['tom', 'rex', 'ben', 'kit'].entries()) table.insert({ id, age })
  const old = ({ age = 0 }: Pet) => age > 0

  expect(table.findMany(old).map(({ id }) => id)).toEqual(['rex', 'ben', 'kit'])
  expect(table.findMany(old, { skip: 1, take: 1 }).map(({ id }) => id)).toEqual(['ben'])
})

test('a query leaves no mark on the records', () => {
  const table = pets()
  const tom = table.insert(pet('tom'))

  table.findMany()

  expect(Reflect.ownKeys(tom)).toEqual(['id'])
})

test('a record replaces the one with its id, and keeps its place', () => {
  const table = pets()
  table.insert(pet('tom'))
  table.insert(pet('rex'))

  table.put({ id: 'tom', age: 3 })

  expect(table.findMany()).toEqual([{ id: 'tom', age: 3 }, { id: 'rex' }])
})

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
