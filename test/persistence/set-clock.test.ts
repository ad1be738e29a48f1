/** Kept worlds where the clock of the machine is set, or that of the next machine differs. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createMachineClock } from '../../src/platform/machine/any-machine.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import { folderWith } from '../support/folder.ts'
import { type Kept, keptIn, orders } from '../support/kept-folder.ts'
import { orderTo, toEmail, ttd } from '../support/orders.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const start = Date.parse('2026-06-01T10:00:00Z')

/** Processes, one after the other, on machines whose clock the test sets. */
function machines() {
  const [folder, clocks] = [folderWith(), { wall: start, tick: 0 }]
  const begin = (options: { idleWorlds?: number } = {}) =>
    keptIn(folder, {
      platform: {
        ...nodePlatform(),
        ...createMachineClock(
          () => clocks.wall,
          () => clocks.tick,
        ),
      },
      settings: { clock: 'real', now: undefined, pace: 'instant' },
      ...options,
    })
  function pass(milliseconds: number): void {
    clocks.wall += milliseconds
    clocks.tick += milliseconds
  }
  return { begin, clocks, pass }
}

function shown({ simulator }: Pick<Kept, 'simulator'>, world = 'default') {
  const { now, lead } = simulator.knobs(world).clock.show()
  return [Date.parse(now) - start, lead]
}

test('a world goes on from where it was when the next process has an earlier time, and says so once', async () => {
  const { begin, clocks, pass } = machines()
  const first = await begin()
  await orders(first, 1)
  await first.simulator.reach('other')
  first.simulator.knobs('other').clock.speed(1)
  pass(10 * minute)
  await first.isKept()
  first.close()
  clocks.wall -= 2 * hour
  const second = await begin()
  await second.simulator.reach('other')
  expect([shown(second), shown(second, 'other')]).toEqual([
    [10 * minute, 2 * hour],
    [10 * minute, 2 * hour],
  ])
  expect(second.told).toEqual([expect.stringContaining("This machine's clock is 2h behind")])
  pass(minute)
  expect(shown(second)).toEqual([11 * minute, 2 * hour])
  second.close()

  pass(minute)
  const third = await begin()
  expect(shown(third)).toEqual([12 * minute, 2 * hour])
  third.simulator.reset()
  expect(shown(third)).toEqual([12 * minute - 2 * hour, 0])
  expect(third.told).toEqual([])
  third.close()
})

test('a jump forward uses up the lead that a world was kept with, and moves the world only beyond it', async () => {
  const { begin, clocks, pass } = machines()
  const first = await begin()
  await orders(first, 1)
  await first.isKept()
  first.close()
  clocks.wall -= 2 * hour
  const next = await begin()
  next.simulator.clock.speed(60)
  const [before] = shown(next)
  clocks.wall += 30 * minute
  expect(shown(next)).toEqual([before, 90 * minute])
  clocks.wall -= 15 * minute
  expect(shown(next)).toEqual([before, 105 * minute])
  next.simulator.clock.freeze()
  next.simulator.clock.resume()
  pass(minute)
  expect(shown(next)).toEqual([minute, 105 * minute])
  clocks.wall += 2 * hour
  expect(shown(next)).toEqual([16 * minute, 0])
  next.close()
})

test('the store learns at once that the clock was set back: a process that is killed then loses no time of its worlds', async () => {
  const { begin, clocks, pass } = machines()
  const first = await begin()
  await orders(first, 1)
  pass(20 * minute)
  clocks.wall -= hour
  expect(shown(first)).toEqual([20 * minute, hour])
  await first.isKept()
  const database = new DatabaseSync(join(first.folder, 'standin.db'), { readOnly: true })
  const [row] = database.prepare('SELECT json FROM world').all()
  database.close()
  expect(JSON.parse(String(row?.json)).clock).toMatchObject({ time: start + 20 * minute, at: start + 20 * minute - hour, lead: hour })
  first.close()
})

test('a restart after a jump forward does what fell due', async () => {
  const { begin, clocks } = machines()
  const first = await begin()
  await orders(first, 1)
  await first.isKept()
  first.close()
  clocks.wall += 3 * hour
  const second = await begin()
  expect(shown(second)).toEqual([3 * hour, 0])
  expect(second.told).toEqual([])
  second.close()
})

test('an idle world runs what is due at its time, though the clock was set back since it was let go', async () => {
  const { begin, clocks, pass } = machines()
  const first = await begin({ idleWorlds: 1_000 })
  const requestedSendTime = new Date(start + 30 * minute).toISOString()
  await first.simulator.reach('a')
  await first.clientOf('/worlds/a').call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { requestedSendTime }) })
  await first.isKept()
  await first.opened.worldStore.release('a')
  clocks.wall -= hour
  first.simulator.platform.now()
  pass(30 * minute - second)
  await expect.poll(() => first.simulator.worlds().map(({ name }) => name)).toContain('a')
  first.close()
})
