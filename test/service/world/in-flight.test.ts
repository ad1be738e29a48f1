import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { signalOfBoth } from '../../../src/service/world/changes.ts'

test('a call that has ended leaves no listener on the signal of its client, nor in its world', () => {
  const client = new AbortController()
  const world = { gone: false, inFlight: new Set<() => void>() }

  const { signal, release } = signalOfBoth(world, client.signal)
  release()
  client.abort()

  expect([getEventListeners(client.signal, 'abort').length, world.inFlight.size, signal.aborted]).toEqual([0, 0, false])
})
