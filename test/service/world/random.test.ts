import fc from 'fast-check'
import { expect, test } from 'vitest'
import { random } from '../../../src/service/world/random.ts'

const parts = fc.array(fc.oneof(fc.string(), fc.nat(), fc.maxSafeNat()), { maxLength: 5 })
const v4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('guids are version 4', () => {
  fc.assert(
    fc.property(parts, (named) => {
      const draws = random(...named)
      expect([draws.guid(), draws.guid(), draws.guid()].filter((guid) => !v4.test(guid))).toEqual([])
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('the same parts give the same sequence', () => {
  fc.assert(
    fc.property(parts, (named) => {
      const sequence = () => {
        const { next, fraction, guid, hex } = random(...named)
        return [next(), fraction(), guid(), hex(32), next()]
      }
      expect(sequence()).toEqual(sequence())
    }),
    { seed: 1 },
  )
})

test('100,000 guids of neighbouring calls are distinct', () => {
  const guids = new Set<string>()
  for (let call = 0; call < 25_000; call++) {
    const { guid } = random(1, 'default', 'call', call)
    for (let drawn = 0; drawn < 4; drawn++) guids.add(guid())
  }

  expect(guids.size).toBe(100_000)
})

test.each([
  ['seed', [1, 'default', 'call', 1], [2, 'default', 'call', 1]],
  ['world', [1, 'default', 'call', 1], [1, 'other', 'call', 1]],
  ['number', [1, 'default', 'call', 1], [1, 'default', 'call', 2]],
  ['a large seed', [2 ** 32, 'default'], [0, 'default']],
  ['where one part ends', [1, 'ab', 'c'], [1, 'a', 'bc']],
  ['an empty part', [1, '', 'a'], [1, 'a']],
  ['the order of the parts', [1, 'a', 'b'], [1, 'b', 'a']],
] as const)('another sequence comes of another: %s', (_, one, other) => {
  expect(random(...one).guid()).not.toBe(random(...other).guid())
})

test('fractions are from 0 up to 1, and evenly distributed', () => {
  const { fraction } = random(1)
  const tenths = Array<number>(10).fill(0)
  for (let drawn = 0; drawn < 20_000; drawn++) {
    const tenth = Math.floor(fraction() * 10)
    tenths[tenth] = (tenths[tenth] ?? Number.NaN) + 1
  }

  expect(tenths).toHaveLength(10)
  for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(250)
})

test('first draws of neighbouring calls are evenly distributed too', () => {
  const hits = Array.from({ length: 10_000 }, (_, call) => random(1, 'default', 'probability', 'flaky', 0, call).fraction()).filter(
    (fraction) => fraction < 0.3,
  )

  expect(Math.abs(hits.length - 3_000)).toBeLessThan(200)
})

test.each([8, 16, 32])('%i hexadecimal digits are so many', (digits) => {
  expect(random(1).hex(digits)).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
})
