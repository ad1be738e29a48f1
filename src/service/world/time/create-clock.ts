/** Creates a world's clock, which runs jobs as they become due. */
import { Misuse } from '../../wire/misuse.ts'
import { endOfTime } from '../../wire/timestamp.ts'
import { type Account, type Clock, type ClockOptions, type ClockTarget, endOf } from '../clock.ts'
import type { ClockMode } from '../settings.ts'
import { createAgenda } from './bookings.ts'
import { createCatchUp, timeOf, type Worker } from './real-time.ts'
import { createOutside, type Draining, newAccount, runDueJobs } from './run-due-jobs.ts'

/** Creates a clock that continues from the time in the data. */
export function createClock({ data, platform, world, run, mayWake = () => true }: ClockOptions): Clock {
  const agenda = createAgenda(data.agenda)
  const { running, set, whenSet, lead } = timeOf(data, platform)
  /** The clock's time while jobs run. */
  let standing: number | undefined
  const worker: Worker = { current: undefined, isAdvancing: false }
  let advancing = false
  let resting = false
  const outside = createOutside(platform.alarm)
  let stopped = false
  let cancelWake = () => {}

  const now = () => standing ?? running()

  function arm(): void {
    cancelWake()
    const next = agenda.next()
    if (!next || stopped || resting || worker.current !== undefined) return
    const wait = next.at - now()
    if (data.mode === 'frozen' && wait > 0) return
    const wake = () => {
      if (worker.current === undefined && !stopped) doDue().catch(platform.alarm)
    }
    cancelWake = platform.wake(Math.max(0, Math.ceil(wait / data.speed)), wake, world)
  }

  /** Runs a task as the clock's only current task. */
  async function work(task: () => Promise<void>): Promise<void> {
    worker.current = task().finally(() => {
      standing = undefined
      worker.current = undefined
      arm()
    })
    await worker.current
  }

  const drained = (until: () => number, { enough = () => false, ...more }: Partial<Draining> = {}) =>
    runDueJobs({
      agenda,
      platform,
      run,
      isDue: ({ at }) => !stopped && !enough() && at <= until(),
      standAt(at) {
        standing = Math.max(at, standing ?? at)
        return standing
      },
      ...more,
    })

  /** Runs the jobs that are due now. Jobs that become due in the meantime run later, so that this function ends at any clock speed. */
  function doDue(): Promise<void> {
    const until = running()
    return work(() => drained(() => until, { outside }))
  }

  const isLate = (until?: number) => {
    const next = agenda.next()
    return next !== undefined && next.at <= (until ?? running()) && !stopped && !resting
  }

  const catchUp = createCatchUp({
    running,
    isLate,
    mayWake,
    worker,
    async runDueJobs() {
      cancelWake()
      await doDue().catch(platform.alarm)
    },
  })

  function go(mode: ClockMode, speed = data.speed): void {
    set(now())
    data.mode = mode
    data.speed = speed
    arm()
  }
  arm()
  // Overdue jobs run immediately, even if there is no call.
  const unfollow = whenSet(arm)

  return {
    now,
    agenda,
    get mode() {
      return data.mode
    },
    get speed() {
      return data.speed
    },
    lead,
    book(booking) {
      // A clock never reaches this time, so the job would never run.
      if (booking.at > endOfTime) return
      agenda.add(booking)
      if (agenda.next() === booking) arm()
    },
    unbook: (booking) => void agenda.remove(booking),
    catchUp,
    goOutside: outside.leave,
    showing(time, act) {
      const before = standing
      standing = time
      try {
        return act()
      } finally {
        standing = before
      }
    },
    freeze: () => go('frozen'),
    resume: (speed) => go('real', speed),
    rest() {
      resting = true
      cancelWake()
    },
    async advance(target, limit = 1000, signal) {
      if (advancing) throw new Misuse('Another advance is already running in this world. Wait until it ends.', undefined, 409)
      advancing = true
      try {
        const to = endOf(target, now)
        // The worker reports its own errors. Another task might have started while outgoing calls were pending.
        do {
          await worker.current?.catch(() => {})
          await outside.ended()
        } while (worker.current !== undefined)
        return await advanceTo(Math.max(to, now()), target, limit, signal)
      } finally {
        advancing = false
      }
    },
    stop() {
      stopped = true
      unfollow()
      cancelWake()
    },
  }

  async function advanceTo(to: number, { settled = false, only }: ClockTarget, limit: number, signal?: AbortSignal): Promise<Account> {
    const { note, account } = newAccount(limit)
    agenda.countStepsUntil(to)
    worker.isAdvancing = true
    await work(async () => {
      standing = running()
      const enough = () => (settled && agenda.stepsLeft === 0) || signal?.aborted === true
      try {
        await drained(() => to, { enough, note, ...(only && { agenda: agenda.among(only) }) })
        if (!enough()) standing = to
      } finally {
        worker.isAdvancing = false
        // The time is also set after an error. Otherwise, the clock would go back.
        set(now())
      }
    })
    return { ...account(now()), settled: agenda.steps === 0, booked: agenda.list() }
  }
}
