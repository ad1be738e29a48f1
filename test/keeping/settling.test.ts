/** A disk that fails to sync. */
import { expect, test } from 'vitest'
import { createSettling } from '../../src/keeping/settling.ts'

test('after a sync that failed nothing counts as kept, because a later sync cannot tell what the disk lacks', async () => {
  const [told, kept]: [string[], (string | undefined)[]] = [[], []]
  let isBroken = true
  const settling = createSettling(
    'power',
    async () => {
      if (isBroken) throw new Error('EIO')
    },
    () => {},
    ({ message }) => void told.push(message),
  )
  for (const _ of ['first', 'second']) {
    settling.settle({ waiters: [(failure) => void kept.push(failure?.message)], paths: [] })
    await settling.settled()
    isBroken = false
  }
  expect([told, kept, settling.failure?.message]).toEqual([['EIO'], ['EIO', 'EIO'], 'EIO'])
})
