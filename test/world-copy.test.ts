/** A world is data: a copy of it, in another simulator, goes on like the world itself. */
import { isDeepStrictEqual } from 'node:util'
import { collectionNames } from '../src/control/records/rows.ts'
import { copyWorldData } from '../src/service/world/world.ts'
import { busyHere, goOn, type Here, options } from './support/busy-world.ts'
import { expect, rule } from './support/rule.ts'
import { standin } from './support/standin.ts'

const allowed = new Set<unknown>([Object.prototype, Array.prototype, Map.prototype, Set.prototype, Float64Array.prototype])

/** The places of whatever `structuredClone` refuses or changes. */
function strangersIn(value: unknown, place: string, seen = new Set<unknown>()): string[] {
  if (typeof value === 'function' || typeof value === 'symbol') return [`${place}: ${typeof value}`]
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (!allowed.has(Object.getPrototypeOf(value))) return [`${place}: ${Object.prototype.toString.call(value)}`]
  if (value instanceof Map || value instanceof Set) {
    return [...value.entries()].flatMap(([key, item]) => strangersIn(item, `${place}(${String(key)})`, seen))
  }
  if (ArrayBuffer.isView(value)) return []
  return Reflect.ownKeys(value).flatMap((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key)
    if (Array.isArray(value) && key === 'length') return []
    if (typeof key === 'symbol' || property?.get || !property?.enumerable) return [`${place}.${String(key)}: hidden`]
    return strangersIn(property.value, `${place}.${key}`, seen)
  })
}

rule('decisions §16', 'a copy of a busy world, in a fresh simulator, answers the next calls with the same bytes', async () => {
  const { keys, here, tokens, left } = await busyHere()
  const copy = standin({ ...options, keys })
  await copy.simulator.load(copyWorldData(here.simulator.world), here.simulator.world.blobs)

  const answers = await goOn(here, tokens, left)
  const copied = await goOn(copy, tokens, left)

  expect(answers.length).toBeGreaterThan(200)
  expect(copied).toEqual(answers)
})

rule('decisions §16', 'the data of a world is what structuredClone copies, and nothing else', async () => {
  const { here, tokens, left } = await busyHere()
  const { world } = here.simulator
  expect(strangersIn(world.data, 'data')).toEqual([])
  expect(isDeepStrictEqual(structuredClone(world.data), world.data)).toBe(true)

  await goOn(here, tokens, left)

  expect(strangersIn(world.data, 'data')).toEqual([])
  expect(isDeepStrictEqual(structuredClone(world.data), world.data)).toBe(true)
})

rule('decisions §16', 'every collection of a busy world has records, and a copy finds the same', async () => {
  const { keys, here } = await busyHere()
  const copy = standin({ ...options, keys })
  await copy.simulator.load(copyWorldData(here.simulator.world))
  const found = ({ simulator }: Here) => collectionNames.map((name) => [name, simulator.records.find(name).records] as const)

  const empty = found(here).filter(([, records]) => records.length === 0)
  expect(empty, 'Create a record of each of these collections in test/support/busy-world.ts.').toEqual([])
  expect(found(copy)).toEqual(found(here))
})
