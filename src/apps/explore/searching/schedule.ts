/** A client's fault points (each call and job with each applicable fault), and the schedules drawn from them. */
import { jobs, operations } from '../../../service/areas/index.ts'
import type { WrittenScenario } from '../../../service/failures/read-scenario.ts'
import { type Random, random } from '../../../service/world/random.ts'
import { type Around, faultsFor } from '../faults.ts'
import { type Fault, lasts } from './fault.ts'
import type { Step } from './trace.ts'

export interface Point {
  /** For example `notifications.createOrder 1 lost-reply`. */
  readonly id: string
  readonly target: string
  /** Number of the call or job, counted per record from 1. */
  readonly nth: number
  readonly fault: Fault
  /** True if the call changed the world in the clean run. */
  readonly committed: boolean
  /** Priority: low ranks are tried first. */
  readonly rank: number
}

export interface Points {
  readonly all: readonly Point[]
  /** Calls and jobs that occurred in only one of the two runs, for example `notifications.getShipment 3`. */
  readonly unstable: readonly string[]
}

/**
 * Maximum number of calls and jobs of the same kind per record that get faults. Later calls are mostly polls, but each later job can
 * publish a different event.
 */
const most = { calls: 3, jobs: 12 }
/** Rank increase for each additional call or job. */
const later = { call: 4, job: 0.1 }

/** Returns the fault points that two runs without faults have in common. */
export function pointsOf(one: readonly Step[], other: readonly Step[], around: Around): Points {
  const [first, second] = [placesOf(one), placesOf(other)]
  const unstable = [...new Set([...first.keys(), ...second.keys()])].filter(
    (occurrence) => first.has(occurrence) !== second.has(occurrence),
  )
  const stable = [...first].flatMap(([occurrence, step]) => (second.has(occurrence) ? [step] : []))
  const all = stable.flatMap((step) => faultsFor(step, around).map((fault) => pointAt(step, fault)))
  return { all: all.toSorted((left, right) => left.rank - right.rank), unstable }
}

export const pointAt = ({ target, nth, commits, isCall }: Pick<Step, 'target' | 'nth' | 'commits' | 'isCall'>, fault: Fault): Point => {
  const number = nth ?? 1
  const id = `${target} ${number} ${fault.name}`
  // A random fraction breaks ties between equal risks.
  return {
    id,
    target,
    nth: number,
    fault,
    committed: commits > 0,
    rank: fault.risk + (isCall ? later.call : later.job) * (number - 1) + random(id).fraction() / 2,
  }
}

/** Returns the first step for each target and number. */
function placesOf(trace: readonly Step[]): Map<string, Step> {
  const places = new Map<string, Step>()
  for (const step of trace) {
    if (step.nth === null || step.nth > (step.isCall ? most.calls : most.jobs)) continue
    const occurrence = `${step.target} ${step.nth}`
    if (!places.has(occurrence)) places.set(occurrence, step)
  }
  return places
}

/** A fault at one call or job, or at several in a row. */
export interface Planned {
  readonly point: Point
  /** Number of consecutive occurrences. */
  readonly times: number
}

export type Schedule = readonly Planned[]

const once = (point: Point): Planned => ({ point, times: 1 })

type WrittenRule = WrittenScenario['rules'][number]

/** Returns the same key for equal schedules. */
export const keyOf = (schedule: Schedule): string => schedule.map(({ point, times }) => `${point.id} x${times}`).join(' + ')

const rangeOf = (nth: number, times: number) => (times === 1 ? nth : `${nth}-${nth + times - 1}`)

const ruleOf = ({ point: { target, nth, fault }, times }: Planned): WrittenRule =>
  ({ on: target, per: 'thing', calls: lasts(fault) ? `${nth}-` : rangeOf(nth, times), ...fault.effects }) as WrittenRule

export const scenarioOf = (schedule: Schedule, summary = 'A schedule of faults'): WrittenScenario => ({
  summary,
  rules: schedule.map(ruleOf),
})

/** A scenario without effects, which makes the engine count calls and jobs per record. */
export const countingOnly: WrittenScenario = {
  summary: 'Nothing goes wrong',
  rules: [
    ...operations.map(({ id }) => ({ on: id, per: 'thing', calls: '1000000-', latency: 'PT0S' }) as WrittenRule),
    ...jobs.flatMap(({ id, dependsOn: [service] }) =>
      service === undefined ? [] : [{ on: id, per: 'thing', calls: '1000000-', outage: service } as WrittenRule],
    ),
  ],
}

/** Observations from a completed run that guide later schedules. */
export interface Lesson {
  readonly schedule: Schedule
  /** Ids of the fault points that were reached. */
  readonly met: readonly string[]
  readonly behaviour: string
}

interface Drawing {
  readonly around: Around
  readonly seed: number
  readonly points: Points
  /** For each target, the step from the clean run that determines which faults a retry can have. */
  readonly steps: ReadonlyMap<string, Step>
}

/** Number of single faults tried in order of risk alone. After that, faults at first calls and jobs are tried first. */
const byRisk = 60

/** Draws schedules in run order, so equal lessons produce equal schedules. */
export function createDraws({ seed, points: { all }, steps, around }: Drawing) {
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
    return any ? [once(any)] : []
  }

  function pairOrBurst(weights: readonly number[], chance: Random): Schedule | undefined {
    const point = pick(all, weights, chance)
    if (!point) return undefined
    const way = chance.fraction()
    if (way < 0.25) return [{ point, times: 2 }]
    const step = steps.get(point.target)
    if (way < 0.55 && step) {
      // Makes the retry after the failed call fail too.
      const again = faultsFor(step, around).map((fault) => pointAt({ ...step, nth: point.nth + 1 }, fault))
      const weight = again.map(({ fault }) => 1 / fault.risk)
      const second = pick(again, weight, chance)
      return second && [once(point), once(second)]
    }
    const second = pick(all, weights, chance)
    if (!second || (second.target === point.target && second.nth === point.nth)) return undefined
    return [point, second].toSorted((left, right) => left.rank - right.rank).map(once)
  }

  return {
    /** Returns the next run's schedule. `lessons`: from all runs up to a number that depends only on the next run's number. */
    next(lessons: readonly Lesson[]) {
      const chance = random(seed, 'explore', run)
      const isSingle = run % 3 !== 2 && singles < all.length
      run++
      const point = isSingle ? ordered[singles++] : undefined
      const schedule = point ? [once(point)] : several(lessons, chance)
      drawn.add(keyOf(schedule))
      return schedule
    },
  }
}

/** Returns weights, which are higher for points not reached yet and for points that led to new behaviour. */
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
