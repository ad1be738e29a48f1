/** The fault points of a client, each call and job with each fault that fits there, and the schedule of the faults that a run meets. */

import { jobs, operations } from '../../areas/index.ts'
import type { WrittenScenario } from '../../failures/scenario/grammar.ts'
import { random } from '../../world/random.ts'
import type { Fault } from './fault.ts'
import { type Around, faultsFor } from './faults.ts'
import type { Step } from './trace.ts'

export interface Point {
  /** Such as `notifications.createOrder 1 lost-reply`. */
  readonly id: string
  readonly target: string
  /** The number of the call or job for the thing that it asks for, from 1. */
  readonly nth: number
  readonly fault: Fault
  /** Whether the call changed the world when nothing went wrong. */
  readonly committed: boolean
  /** The lower, the sooner it is tried. */
  readonly rank: number
}

export interface Points {
  readonly all: readonly Point[]
  /** Calls and jobs of one of the two runs only, such as `notifications.getShipment 3`. */
  readonly unstable: readonly string[]
}

/** Later calls of the same kind for the same thing are mostly polls. A job of a later number is another one, such as the next event. */
const most = { calls: 3, jobs: 12 }
/** How much later the faults of each further call, and of each further job, come. */
const later = { call: 4, job: 0.1 }

/** Of two runs without faults. */
export function pointsOf(one: readonly Step[], other: readonly Step[], around: Around): Points {
  const [first, second] = [placesOf(one), placesOf(other)]
  const unstable = [...new Set([...first.keys(), ...second.keys()])].filter((place) => first.has(place) !== second.has(place))
  const stable = [...first].flatMap(([place, step]) => (second.has(place) ? [step] : []))
  const all = stable.flatMap((step) => faultsFor(step, around).map((fault) => pointAt(step, fault)))
  return { all: all.toSorted((left, right) => left.rank - right.rank), unstable }
}

export const pointAt = ({ target, nth, commits, isCall }: Pick<Step, 'target' | 'nth' | 'commits' | 'isCall'>, fault: Fault): Point => {
  const number = nth ?? 1
  const id = `${target} ${number} ${fault.name}`
  // The same risk comes in an order that no alphabet decides.
  return {
    id,
    target,
    nth: number,
    fault,
    committed: commits > 0,
    rank: fault.risk + (isCall ? later.call : later.job) * (number - 1) + random(id).fraction() / 2,
  }
}

/** The first step of each kind and number. */
function placesOf(trace: readonly Step[]): Map<string, Step> {
  const places = new Map<string, Step>()
  for (const step of trace) {
    if (step.nth === null || step.nth > (step.isCall ? most.calls : most.jobs)) continue
    const place = `${step.target} ${step.nth}`
    if (!places.has(place)) places.set(place, step)
  }
  return places
}

/** A fault at one call or job, or at several in a row. */
export interface Planned {
  readonly point: Point
  /** How many in a row. */
  readonly times: number
}

export type Schedule = readonly Planned[]

type WrittenRule = WrittenScenario['rules'][number]

/** Its key: the same schedule has the same one. */
export const keyOf = (schedule: Schedule): string => schedule.map(({ point, times }) => `${point.id} x${times}`).join(' + ')

const ruleOf = ({ point: { target, nth, fault }, times }: Planned): WrittenRule =>
  ({ on: target, per: 'thing', calls: times === 1 ? nth : `${nth}-${nth + times - 1}`, ...fault.effects }) as WrittenRule

export const scenarioOf = (schedule: Schedule, summary = 'A schedule of faults'): WrittenScenario => ({
  summary,
  rules: schedule.map(ruleOf),
})

/** Changes nothing, and counts each call and job for the thing that it asks for. */
export const countingOnly: WrittenScenario = {
  summary: 'Nothing goes wrong',
  rules: [
    ...operations.map(({ id }) => ({ on: id, per: 'thing', calls: '1000000-', latency: 'PT0S' }) as WrittenRule),
    ...jobs.flatMap(({ id, dependsOn: [service] }) =>
      service === undefined ? [] : [{ on: id, per: 'thing', calls: '1000000-', outage: service } as WrittenRule],
    ),
  ],
}
