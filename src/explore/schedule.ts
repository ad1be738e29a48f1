/** The schedule of a run: the faults that it meets, as a scenario and nothing else. */

import { jobs, operations } from '../areas/index.ts'
import type { WrittenScenario } from '../scenario/grammar.ts'
import type { Point } from './points.ts'

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

export const ruleOf = ({ point: { target, nth, fault }, times }: Planned): WrittenRule =>
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
