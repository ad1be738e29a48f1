/** A disk that fails to sync. */
import { expect, test } from 'vitest'
import { createSettling } from '../../../src/persistence/sqlite/settling.ts'

test('after a sync that failed nothing counts as kept, because a later sync cannot tell what the disk lacks', async () => {
  const kept: unknown[] = []
  let isBroken = true
  const settling = createSettling('power', async () => {
    if (isBroken) throw new Error('EIO')
  })
  for (const _ of ['first', 'second']) {
    settling.settle((failure) => void kept.push([failure?.message, failure?.isLasting]))
    await settling.end()
    isBroken = false
  }
  expect([kept, settling.failure?.message]).toEqual([
    [
      ['EIO', true],
      ['EIO', true],
    ],
    'EIO',
  ])
})
