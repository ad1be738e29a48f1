/** Shows, stops, starts and advances a world's clock. */
import { z } from 'zod'
import { endExpired } from '../../service/failures/active-rules.ts'
import { spanOf, timeSpan } from '../../service/failures/effects.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { readAs } from '../../service/wire/read-as.ts'
import { endOfTime, readTimestamp, zulu } from '../../service/wire/timestamp.ts'
import { getOrCreate, whenNeeded } from '../../service/wire/when-needed.ts'
import type { Booking, ClockTarget, Happening } from '../../service/world/clock.ts'
import type { World } from '../../service/world/world.ts'
import type { Account, booking, ClockReply } from './rows.ts'

export const time = () =>
  z
    .string()
    .refine((text) => readTimestamp(text) !== undefined, { error: 'Expected a time, such as 2026-12-01T08:00:00Z' })
    .meta({ format: 'date-time' })

/** Requires exactly one of `by`, `to` and `until`. `atMost` also requires `until`. */
export const advanceTarget = whenNeeded(() =>
  z.strictObject({
    by: timeSpan().optional().describe('The duration to advance by, such as 7d or P7D; a number is milliseconds.'),
    to: time().optional().describe('The time to advance to.'),
    until: z.enum(['settled']).optional().describe('Advances until the service has no work left.'),
    atMost: timeSpan().optional().describe('The maximum duration for `until`. Default: P30D.'),
    limit: z.int().min(0).max(1_000_000).optional().describe('The maximum number of events to list. Default: 1000.'),
  }),
)
/**
 * The target of an advance: exactly one of `by`, `to` and `until`. Times are in ISO 8601. Durations are strings such as `7d`, or
 * milliseconds.
 */
export type AdvanceTarget = z.output<ReturnType<typeof advanceTarget>>

/** World seconds per real second. */
export const clockSpeed = whenNeeded(() => z.number().min(0.001).max(100_000))

export type Clock = ReturnType<typeof createClockKnob>

/** Maximum number of bookings to show. */
const shown = 100
const days = 86_400_000

export function createClockKnob(current: () => World) {
  function runAt(speed: number): ClockReply {
    const world = current()
    world.clock.resume(readAs('speed', clockSpeed(), speed))
    return replyOf(world)
  }
  return {
    show: (): ClockReply => replyOf(current()),
    freeze(): ClockReply {
      const world = current()
      world.clock.freeze()
      return replyOf(world)
    },
    /** Starts the clock. `speed`: world seconds per real second, from 0.001 to 100,000. Default: 1. */
    resume: ({ speed = 1 }: { readonly speed?: number | undefined } = {}): ClockReply => runAt(speed),
    /** Starts the clock at a given speed, like `resume` with a speed. */
    speed: runAt,
    /**
     * Advances world time and runs the jobs that fall due. If the signal aborts, the clock stops before the next job. Throws {@link Misuse}
     * for a target that the clock cannot reach.
     */
    async advance(target: AdvanceTarget, signal?: AbortSignal): Promise<Account> {
      const { limit, ...rest } = readAs('advance', advanceTarget(), target, '.')
      const world = current()
      const { clock } = world
      const advancing = clock.advance(targetOf(rest, clock.now()), limit, signal)
      // A scenario that ends now might be holding calls, and there might be no later call to release them.
      const { now, happened, total, counts, settled, booked } = await advancing.finally(() => endExpired(world))
      return { now: zulu(now), happened: happened.map(showHappening), total, counts: { ...counts }, settled, booked: byJob(booked) }
    },
  }
}

function targetOf({ by, to, until, atMost }: Omit<AdvanceTarget, 'limit'>, now: number): ClockTarget {
  if (atMost !== undefined && until === undefined) throw new Misuse('atMost requires until.')
  if (now + spanOf(by ?? atMost ?? 0) > endOfTime) throw new Misuse(`The clock cannot go past ${zulu(endOfTime)}.`)
  if ([by, to, until].filter((way) => way !== undefined).length !== 1) throw new Misuse('Pass exactly one target.', ['by', 'to', 'until'])
  if (until !== undefined) return { by: atMost === undefined ? 30 * days : spanOf(atMost), settled: true }
  return to === undefined ? { by: spanOf(by ?? 0) } : { to: readTimestamp(to)?.at ?? now }
}

const showHappening = ({ at, what, ...facts }: Happening) => ({ at: zulu(at), what, ...facts })

function byJob(bookings: readonly Booking[]): Account['booked'] {
  const jobs = new Map<string, { count: number; from: number; until: number }>()
  for (const { job, at } of bookings) {
    const known = getOrCreate(jobs, job, () => ({ count: 0, from: at, until: at }))
    known.count++
    known.from = Math.min(known.from, at)
    known.until = Math.max(known.until, at)
  }
  return [...jobs]
    .sort(([, one], [, other]) => one.from - other.from)
    .map(([what, { count, from, until }]) => ({ what, count, from: zulu(from), until: zulu(until) }))
}

function replyOf({ clock, settings }: World): ClockReply {
  const next = clock.agenda.next()
  return {
    now: zulu(clock.now()),
    mode: clock.mode,
    speed: clock.speed,
    lead: clock.lead(),
    pace: settings.pace,
    next: next ? zulu(next.at) : null,
    pending: clock.agenda.list().slice(0, shown).map(showBooking),
    total: clock.agenda.size,
  }
}

const showBooking = ({ at, job, environment, cause, data }: Booking): z.output<typeof booking> => ({
  at: zulu(at),
  what: job,
  environment,
  cause,
  data: { ...data },
})
