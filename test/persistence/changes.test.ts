/** What a folder is told of the changes of a world. */
import { expect, test } from 'vitest'
import { busyHere, goOn } from '../support/busy-world.ts'
import { mirrored } from '../support/kept-world.ts'

test('each change of a busy world reaches its folder in the same turn', async () => {
  const { worldStore, differences, looked } = mirrored()
  const { here, tokens, left } = await busyHere({ worldStore })
  await goOn(here, tokens, left)
  expect([...differences]).toEqual([])
  expect(looked()).toBeGreaterThan(100)
})
