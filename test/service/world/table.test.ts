import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTable } from '../../../src/service/world/table.ts'

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
