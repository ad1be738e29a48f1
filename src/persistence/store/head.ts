/** A world's head: its members other than records. */
import { z } from 'zod'
import { endOfTime } from '../../service/wire/timestamp.ts'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import { count, time } from '../../service/world/record-form.ts'
import type { World } from '../../service/world/world.ts'
import { partMembers } from '../snapshot/document.ts'
import { aboutOf } from '../snapshot/world.ts'

const latest = z.strictObject({ feed: count, event: count, subscription: count })
type Latest = z.output<typeof latest>

/** Names under which an environment's highest numbers are stored, keyed by record kind. */
export const latestNames = { feedEntry: 'feed', event: 'event', subscription: 'subscription' } as const

/** Returns an environment's highest number for a kind. */
export const latestIn = (numbers: Latest, kind: string): number => numbers[latestNames[kind as keyof typeof latestNames]]

const head = z.strictObject({
  name: z.string(),
  seed: z.int(),
  created: time,
  dialect: z.enum(dialectNames),
  /** At least the number of the last call, because numbers are never reused. */
  calls: count,
  tokens: count,
  interventions: count,
  outbox: z.strictObject({ latest: count, dropped: count }),
  active: partMembers.scenarios.active,
  /** The highest numbers in each environment that has been used. */
  latest: z.strictObject({ test: latest.optional(), production: latest.optional() }),
  /**
   * `time`: the world's time when the store's clock showed `at`. `lead`: milliseconds by which the world's clock was ahead of the machine's
   * clock, which showed `machine`.
   */
  clock: z.strictObject({ mode: z.enum(['real', 'frozen']), speed: z.number().positive(), time, at: time, lead: count, machine: time }),
})

export type Head = z.output<typeof head>

function withLead(record: unknown): Head {
  const older = record as Head
  return { ...older, clock: { ...older.clock, lead: 0, machine: older.clock.at } }
}
export const headForm = { schema: head, upgrades: [withLead] }

/** Call numbers reserved per step. */
const reserve = 1_000

/** Milliseconds by which a running clock may be ahead of the stored clock. During `advance`, the clock shows the current job's time. */
const slack = 1_000

/** Clocks in milliseconds since 1970. */
export interface Clocks {
  now(): number
  /** The machine's clock. */
  wall(): number
}

/** Tracks a world's head. */
export function createHeads(world: World, { now, wall }: Clocks) {
  const { data, clock } = world
  let written = ''
  let calls = 0
  let last: Head['clock'] | undefined
  /** The time to which the clock was last set. */
  let set: number | undefined

  const newClock = (): Head['clock'] => ({
    mode: clock.mode,
    speed: clock.speed,
    time: clock.now(),
    at: now(),
    lead: clock.lead(),
    machine: wall(),
  })
  /**
   * Returns the clock to store, which changes only if the stored clock is no longer accurate. `isLast`: always stores the current clock,
   * because the machine's clock might be changed before the world is loaded again.
   */
  function clockNow(isLast: boolean): Head['clock'] {
    const shown = clock.now()
    if (
      !isLast &&
      last &&
      last.mode === clock.mode &&
      last.speed === clock.speed &&
      set === data.clock.time &&
      last.lead === clock.lead()
    ) {
      const ahead = shown - timeOf(last, now())
      if (last.mode === 'frozen' ? ahead === 0 : ahead < slack * last.speed) return last
    }
    set = data.clock.time
    last = newClock()
    return last
  }
  const latestOf = (name: 'test' | 'production') => {
    const environment = data.environments[name]
    if (!environment) return undefined
    return Object.fromEntries(Object.entries(latestNames).map(([kind, number]) => [number, environment.latest[kind] ?? 0])) as Latest
  }
  const needsNumbers = () => data.calls > calls - reserve / 2
  function current(isLast: boolean): Head {
    if (isLast) calls = data.calls
    else if (needsNumbers()) calls = data.calls + reserve
    const { name, outbox, scenarios } = data
    const numbers = { test: latestOf('test'), production: latestOf('production') }
    const counts = { latest: data.records.latest.message ?? 0, dropped: outbox.dropped }
    return {
      name,
      ...aboutOf(data),
      calls,
      outbox: counts,
      active: [...scenarios.active],
      latest: numbers,
      clock: clockNow(isLast),
    }
  }
  return {
    needsNumbers,
    highest: () => Math.max(calls, data.tokens, data.interventions),
    /** Returns the head as JSON, or undefined if it has not changed. `isLast`: the world will assign no more numbers. */
    changed(isLast: boolean): string | undefined {
      const text = JSON.stringify(current(isLast))
      if (text === written) return undefined
      written = text
      return text
    },
  }
}

/** Returns the world's time when the store's clock shows `now`. */
export function timeOf({ mode, speed, time: shown, at }: Head['clock'], now: number): number {
  return mode === 'frozen' ? shown : Math.min(Math.max(shown, Math.floor(shown + (now - at) * speed)), endOfTime)
}

/**
 * Returns by how many milliseconds the clock that a world followed is ahead of this machine's clock. `wall`: the machine's time when the
 * store's clock shows `now`.
 */
export const aheadOf = ({ at, machine }: Head['clock'], now: number, wall: number): number => machine + Math.max(0, now - at) - wall

/** In milliseconds. Smaller differences are ignored. */
export const noticed = 1_000

/** Returns by how many milliseconds a world's clock is ahead of this machine's clock. */
export function leadOf(clock: Head['clock'], now: number, wall: number): number {
  const ahead = aheadOf(clock, now, wall)
  return clock.mode === 'frozen' || Math.abs(ahead) < noticed ? clock.lead : Math.max(0, clock.lead + ahead)
}
