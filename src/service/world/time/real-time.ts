/** The time of a clock that follows real time, and the queue of calls that wait for due jobs. */
import { endOfTime } from '../../wire/timestamp.ts'
import type { ClockData } from '../clock.ts'
import type { Platform } from '../platform.ts'

/** A clock's time while no jobs are running. */
export interface RunningTime {
  running(): number
  set(time: number): void
  /**
   * Calls `call` when the machine's clock is changed. A forward jump reduces the lead first. Returns a function that stops watching the
   * clock.
   */
  whenSet(call: () => void): () => void
  /** Returns the clock's lead over the machine's clock, in real milliseconds. */
  lead(): number
}

export function timeOf(data: ClockData, platform: Pick<Platform, 'now' | 'lead' | 'whenSet'>): RunningTime {
  let last = platform.now()
  /** The time that this clock is based on. It follows the machine's clock, but never decreases and is never behind the machine's clock. */
  let followed = last - platform.lead() + data.lead
  /** The value of `followed` when the clock was set. */
  let setAt = followed
  let leadOfMachine = platform.lead()
  /** The part of a forward jump that did not reduce the machine's lead. */
  let jumped = 0

  function follow(): number {
    const now = platform.now()
    followed = Math.max(followed + Math.max(0, now - last - jumped), now - platform.lead())
    jumped = 0
    last = now
    return followed
  }
  const lead = () => (data.mode === 'frozen' ? data.lead : Math.max(0, follow() - last + platform.lead()))
  return {
    running() {
      const { mode, speed, time } = data
      if (mode === 'frozen') return time
      return Math.min(Math.max(time, Math.floor(time + (follow() - setAt) * speed)), endOfTime)
    },
    set(time) {
      data.time = time
      data.lead = lead()
      // A frozen clock does not follow the machine's clock.
      last = platform.now()
      jumped = 0
      followed = last - platform.lead() + data.lead
      setAt = followed
    },
    whenSet: (call) =>
      platform.whenSet((by) => {
        jumped += by + platform.lead() - leadOfMachine
        leadOfMachine = platform.lead()
        call()
      }),
    lead,
  }
}

/** A clock's only worker, which runs its jobs. */
export interface Worker {
  /** Settles when the running jobs have ended. */
  current: Promise<void> | undefined
  /** True during an advance. Calls do not wait for it. */
  isAdvancing: boolean
}

interface CatchingUp {
  /** The clock's time while no jobs are running. */
  running(): number
  /** True if a job is due by `until`. Default: now. */
  isLate(until?: number): boolean
  /** False if a replay determines when jobs run. */
  mayWake(): boolean
  readonly worker: Worker
  runDueJobs(): Promise<void>
}

export function createCatchUp({ running, isLate, mayWake, worker, runDueJobs }: CatchingUp): () => Promise<void> | undefined {
  let last: Promise<void> | undefined

  async function caughtUp(until: number, before: Promise<void> | undefined): Promise<void> {
    await before
    while (!worker.isAdvancing) {
      if (worker.current !== undefined) await worker.current.catch(() => {})
      else if (isLate(until) && mayWake()) await runDueJobs()
      else return
    }
  }

  return () => {
    if (last === undefined && (worker.current === undefined ? !isLate() : worker.isAdvancing)) return undefined
    const turn = caughtUp(running(), last)
    last = turn
    // Cleared one microtask after the call continues, so that a later call cannot overtake it.
    void turn.then().then(() => {
      if (last === turn) last = undefined
    })
    return turn
  }
}
