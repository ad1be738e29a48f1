/** Which faults come first. */
import { expect, test } from 'vitest'
import { fault } from '../../../../src/apps/explore/searching/fault.ts'
import { createDraws, pointAt } from '../../../../src/apps/explore/searching/schedule.ts'

test('within 300 runs, every fault of a first call is drawn, the riskiest first', () => {
  const all = [1, 2, 3]
    .flatMap((nth) =>
      Array.from({ length: 150 }, (_, at) =>
        pointAt(
          { target: `notifications.call${at % 10}`, nth, commits: 0, isCall: true },
          fault(`fault-${at}`, 'survive', [1 + (at % 9), 1], {}, '{}'),
        ),
      ),
    )
    .toSorted((one, other) => one.rank - other.rank)
  const draws = createDraws({ seed: 1, points: { all, unstable: [] }, steps: new Map(), around: { channels: [], dialect: 'spec' } })
  const drawn = Array.from({ length: 300 }, () => draws.next([]))
  const ids = new Set(drawn.flatMap((schedule) => schedule.map(({ point }) => point.id)))

  expect(all.filter(({ id, nth }) => nth === 1 && !ids.has(id))).toEqual([])
  expect(drawn.slice(0, 2).map(([first]) => first?.point.id)).toEqual([all[0]?.id, all[1]?.id])
})
