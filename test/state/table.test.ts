import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTable } from '../../src/state/table.ts'

interface Pet {
  readonly id: string
  age?: number
}

const pets = () => createTable<Pet, string>(new Map())
const pet = (id: string): Pet => ({ id })

const ids = ['a', 'b', 'c', 'constructor', '__proto__', '', '1', '01']
const step = fc.record({ id: fc.constantFrom(...ids), remove: fc.boolean() })

test('a table finds by id, and lists oldest first, what was stored and has not been removed', () => {
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

test('the very object is stored, and seen changed by everyone', () => {
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

test('removing what is not stored removes nothing else', () => {
  const table = pets()
  const tom = table.insert(pet('tom'))
  table.insert(pet('rex'))

  table.remove(pet('tom'))
  table.remove(pet('nobody'))

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
