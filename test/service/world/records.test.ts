import { expect, test } from 'vitest'
import { fileTransferLifecycle } from '../../../src/service/areas/file-transfer/records/transfer.ts'
import { entryLifecycle, orderLifecycle } from '../../../src/service/areas/notifications/wire.ts'
import { defineLifecycle } from '../../../src/service/world/records.ts'

const door = defineLifecycle<'open' | 'shut' | 'gone'>('door', { open: ['shut'], shut: ['open', 'gone'], gone: [] })

test('the moves of the table can be made, and no others', () => {
  expect([door.can('open', 'shut'), door.can('shut', 'gone')]).toEqual([true, true])
  expect([door.can('open', 'gone'), door.can('open', 'open'), door.can('gone', 'open')]).toEqual([false, false, false])
})

test('a move that is not in the table is a defect that names it', () => {
  expect(() => door.demand('open', 'gone')).toThrow('A door cannot move from open to gone.')
  expect(() => door.demand('open', 'shut')).not.toThrow()
})

test.each([
  ['file transfers', fileTransferLifecycle.moves],
  ['orders', orderLifecycle.moves],
  ['entries', entryLifecycle.moves],
])('every status to which %s can move is one of their own, and none is listed twice', (_, moves) => {
  const known = Object.keys(moves)

  for (const [from, to] of Object.entries<readonly string[]>(moves)) {
    expect(known, from).toEqual(expect.arrayContaining([...to]))
    expect(new Set(to).size, from).toBe(to.length)
  }
})
