/** Draws the schedule of a run from the seed and its number, and from what earlier runs have met. */
import { type Random, random } from '../../world/random.ts'
import { type Around, faultsFor } from './faults.ts'
import { keyOf, type Point, type Points, pointAt, type Schedule } from './schedule.ts'
import type { Step } from './trace.ts'

/** What a run has taught. */
export interface Lesson {
  readonly schedule: Schedule
  /** The points that were met. */
  readonly met: readonly string[]
  /** The calls and their answers. */
  readonly behaviour: string
}

export interface Drawing {
  readonly around: Around
  readonly seed: number
  readonly points: Points
  /** A step of a run without faults for each target: what fits a repetition of a call. */
  readonly steps: ReadonlyMap<string, Step>
}

export interface Draws {
  /** The schedule of the next run. `lessons`: of all runs up to a number that only the run decides. */
  next(lessons: readonly Lesson[]): Schedule
}

/** So many single faults come in the order of their risk alone. After them, all faults of first calls and jobs come before those of later ones. */
const byRisk = 60

/** Runs are asked for in their order, so the same lessons give the same schedules. */
export function createDraws({ seed, points: { all }, steps, around }: Drawing): Draws {
  const others = all.slice(byRisk)
  const ordered = [...all.slice(0, byRisk), ...others.filter(({ nth }) => nth === 1), ...others.filter(({ nth }) => nth > 1)]
  let run = 0
  let singles = 0
  const drawn = new Set<string>()

  function several(lessons: readonly Lesson[], chance: Random): Schedule {
    const weights = weightsOf(all, lessons)
    for (let attempt = 0; attempt < 20; attempt++) {
      const made = pairOrBurst(weights, chance)
      if (!made || drawn.has(keyOf(made))) continue
      return made
    }
    const [any] = all
    return any ? [{ point: any, times: 1 }] : []
  }

  function pairOrBurst(weights: readonly number[], chance: Random): Schedule | undefined {
    const point = pick(all, weights, chance)
    if (!point) return undefined
    const way = chance.fraction()
    if (way < 0.25) return [{ point, times: 2 }]
    const step = steps.get(point.target)
    if (way < 0.55 && step) {
      // The repetition of a call that failed goes wrong too.
      const again = faultsFor(step, around).map((fault) => pointAt({ ...step, nth: point.nth + 1 }, fault))
      const second = pick(
        again,
        again.map(({ fault }) => 1 / fault.risk),
        chance,
      )
      return (
        second && [
          { point, times: 1 },
          { point: second, times: 1 },
        ]
      )
    }
    const second = pick(all, weights, chance)
    if (!second || (second.target === point.target && second.nth === point.nth)) return undefined
    return [point, second].toSorted((left, right) => left.rank - right.rank).map((each) => ({ point: each, times: 1 }))
  }

  return {
    next(lessons) {
      const chance = random(seed, 'explore', run)
      const isSingle = run % 3 !== 2 && singles < all.length
      run++
      const point = isSingle ? ordered[singles++] : undefined
      const schedule = point ? [{ point, times: 1 }] : several(lessons, chance)
      drawn.add(keyOf(schedule))
      return schedule
    },
  }
}

/** Points that were not met yet weigh more, and those that made the client behave in a new way. */
function weightsOf(all: readonly Point[], lessons: readonly Lesson[]): number[] {
  const met = new Set(lessons.flatMap((lesson) => lesson.met))
  const known = new Set<string>()
  const fruitful = new Set<string>()
  for (const { behaviour, met: each } of lessons) {
    if (!known.has(behaviour)) for (const id of each) fruitful.add(id)
    known.add(behaviour)
  }
  return all.map(({ id, rank }) => (fruitful.has(id) ? 3 : 1) * (met.has(id) ? 1 : 2) * (1 / rank))
}

function pick<Each>(all: readonly Each[], weights: readonly number[], chance: Random): Each | undefined {
  let left = chance.fraction() * weights.reduce((sum, each) => sum + each, 0)
  return all.find((_, nth) => {
    left -= weights[nth] ?? 0
    return left < 0
  })
}
