/** Runs the jobs that are due, in the order of their bookings, and keeps account of what they did. */
import type { Agenda, Booking } from '../bookings.ts'
import type { Account, Happening } from '../clock.ts'
import type { Platform } from '../platform.ts'

/** Real milliseconds for which jobs run before waiting requests are handled. */
const stretch = 8

export interface DueJobs {
  readonly agenda: Agenda
  readonly platform: Platform
  run(booking: Booking): Promise<Happening>
  isDue(booking: Booking): boolean
  /** Sets the time that the clock shows, and returns it: the clock never goes back. */
  standAt(at: number): number
  note?: ((happening: Happening) => void) | undefined
  /** Takes over the jobs that wait for the outside world, so that nothing waits for them here. Absent: the clock stands until they end. */
  outside?: Outside | undefined
}

/** Which jobs run, for how long, and who learns of them. */
export type Draining = Pick<DueJobs, 'note' | 'outside' | 'agenda' | 'run'> & { readonly enough: () => boolean }

/**
 * One job after the other. Jobs marked `together` wait for the outside world at the same time, and end before the next instant begins.
 * Source: decisions §8.
 */
export async function runDueJobs({ agenda, platform, run, isDue, standAt, note = () => {}, outside: away }: DueJobs): Promise<void> {
  let since = platform.tick()
  let instant = 0
  let outside: Promise<Happening>[] = []
  for (;;) {
    const next = agenda.next()
    const due = next !== undefined && isDue(next)
    if (outside.length > 0 && (!due || next.at > instant)) {
      const waited = outside
      outside = []
      for (const happening of await Promise.all(waited)) note(happening)
      continue
    }
    if (!due) return
    instant = standAt(next.at)
    away?.begin(next)
    const happening = runNext(agenda, run)
    if (away) await away.endOrLeave(happening)
    else if (next.together) {
      outside.push(happening)
      // Promise.all reports a defect later. Until then it must not count as unhandled.
      happening.catch(() => {})
    } else note(await happening)
    if (platform.tick() - since > stretch) {
      await platform.breathe()
      since = platform.tick()
    }
  }
}

/** The booking of a job stays in the data until the job ends. */
async function runNext(agenda: Agenda, run: DueJobs['run']): Promise<Happening> {
  const booking = agenda.take() as Booking
  agenda.hold(booking)
  try {
    return await run(booking)
  } finally {
    agenda.end(booking)
  }
}

/** The jobs that wait for the outside world while a running clock goes on. */
export interface Outside {
  /** The job of a booking begins. */
  begin(booking: Booking): void
  /** The job that has begun waits for the outside from now on. Does nothing for any other job. */
  leave(booking: Pick<Booking, 'cause' | 'nth'>): void
  /** Resolves when the job that has begun has ended, or waits for the outside. Undefined: it waits already. */
  endOrLeave(job: Promise<Happening>): Promise<unknown> | undefined
  /** Resolves when the jobs have ended that have begun and not ended. */
  ended(): Promise<unknown>
}

export function createOutside(alarm: (defect: unknown) => void): Outside {
  const waiting = new Set<Promise<unknown>>()
  let begun: Booking | undefined
  let left = () => {}
  return {
    begin(booking) {
      begun = booking
    },
    leave(booking) {
      if (booking !== begun) return
      begun = undefined
      left()
    },
    endOrLeave(job) {
      const ended = job.catch(alarm).finally(() => waiting.delete(ended))
      waiting.add(ended)
      if (begun === undefined) return undefined
      const leaving = new Promise<void>((resolve) => {
        left = resolve
      })
      return Promise.race([ended, leaving])
    },
    ended: () => Promise.all(waiting),
  }
}

/** Counts what happens. Keeps so many happenings at most. */
export function newAccount(limit: number): { note(happening: Happening): void; account(now: number): Omit<Account, 'settled' | 'booked'> } {
  const happened: Happening[] = []
  const counts: Record<string, number> = {}
  let total = 0
  return {
    note(happening) {
      if (total++ < limit) happened.push(happening)
      counts[happening.what] = (counts[happening.what] ?? 0) + 1
    },
    account: (now) => ({ now, happened, total, counts }),
  }
}
