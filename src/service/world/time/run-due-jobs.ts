/** Runs due jobs in booking order and records their results. */

import type { Account, Happening } from '../clock.ts'
import type { Platform } from '../platform.ts'
import type { Agenda, Booking } from './bookings.ts'

/** After this many milliseconds, jobs pause so that waiting requests can be handled. */
const stretch = 8

export interface DueJobs {
  readonly agenda: Agenda
  readonly platform: Platform
  run(booking: Booking): Promise<Happening>
  isDue(booking: Booking): boolean
  /** Sets the clock's time and returns it. The clock never goes back. */
  standAt(at: number): number
  note?: ((happening: Happening) => void) | undefined
  /** Handles jobs that are waiting for an outgoing call. If absent, the clock stops until they end. */
  outside?: Outside | undefined
}

/** Options for running jobs: which jobs to run, when to stop, and the receivers of results. */
export type Draining = Pick<DueJobs, 'note' | 'outside' | 'agenda' | 'run'> & { readonly enough: () => boolean }

/** Runs jobs one by one. Jobs marked `together` run concurrently, and all finish before the next due time. Source: decisions §8. */
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
      // `Promise.all` reports the error later. Without a handler, the rejection would count as unhandled until then.
      happening.catch(() => {})
    } else note(await happening)
    if (platform.tick() - since > stretch) {
      await platform.breathe()
      since = platform.tick()
    }
  }
}

/** Runs the next job. The job's booking stays in the data until the job ends. */
async function runNext(agenda: Agenda, run: DueJobs['run']): Promise<Happening> {
  const booking = agenda.take() as Booking
  agenda.hold(booking)
  try {
    return await run(booking)
  } finally {
    agenda.end(booking)
  }
}

/** Jobs that wait for an outgoing call while the clock keeps running. */
export interface Outside {
  begin(booking: Booking): void
  /** Called when the started job begins to wait for an outgoing call. Ignores all other jobs. */
  leave(booking: Pick<Booking, 'cause' | 'nth'>): void
  /** Resolves when the started job has ended or is waiting for an outgoing call. Returns `undefined` if the job is already waiting. */
  endOrLeave(job: Promise<Happening>): Promise<unknown> | undefined
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

/** Counts results and stores up to `limit` of them. */
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
