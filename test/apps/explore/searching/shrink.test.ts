/** The fewest entries that still show something, and the mildest. */
import { expect, test } from 'vitest'
import { shrink } from '../../../../src/apps/explore/searching/shrink.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at)

/** Counts how often it is asked. */
function showing(...needed: number[]) {
  const tried: number[][] = []
  const shows = async (left: readonly number[]) => {
    tried.push([...left])
    return needed.every((each) => left.includes(each))
  }
  return { tried, shows }
}

test.each([[[]], [[99]], [[0]], [[3, 50, 98]], [[97, 98, 99]]])(
  'of a hundred entries, %j are left where they are needed',
  async (needed) => {
    expect(await shrink(hundred, showing(...needed).shows)).toEqual(needed)
  },
)

test('what needs the last entries alone is seen after few tries, and never with all of them', async () => {
  const { tried, shows } = showing(98, 99)

  await shrink(hundred, shows)
  expect(Math.max(...tried.map(({ length }) => length))).toBe(4)
})

test('a list that does not show it as a whole has no shorter list that does', async () => {
  expect(await shrink(hundred, showing(100).shows)).toBeUndefined()
  expect(await shrink([], showing(100).shows)).toBeUndefined()
})

test('so many entries as must stay do, and no list with fewer is tried', async () => {
  const { tried, shows } = showing()

  expect(await shrink([1, 2, 3], shows, { least: 1 })).toEqual([3])
  expect(Math.min(...tried.map(({ length }) => length))).toBe(1)
})

test('an entry becomes the mildest that still shows it, and what this makes unneeded goes', async () => {
  const milder = (entry: number) => (entry > 10 ? [entry - 10, entry - 5] : [])
  const shows = async (left: readonly number[]) => left.includes(12) || (left.includes(22) && left.includes(7))

  expect(await shrink([22, 7], shows, { least: 1, milder })).toEqual([12])
})
