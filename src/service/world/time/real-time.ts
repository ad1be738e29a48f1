/** The time on a clock that follows real time, and the queue of calls that wait for due jobs. */
import { endOfTime } from '../../wire/timestamp.ts'
import type { ClockData } from '../clock.ts'
import type { Platform } from '../platform.ts'

/** A clock's time while no job is running. */
export interface RunningTime {
  running(): number
  set(time: number): void
  /** Runs `call` when the machine's clock is set. A jump forward first reduces the lead. Returns a function that stops it. */
  whenSet(call: () => void): () => void
  /** Real milliseconds by which the clock is ahead of the machine's clock after the machine's clock was set back. */
  lead(): number
}

export function timeOf(data: ClockData, platform: Pick<Platform, 'now' | 'lead' | 'whenSet'>): RunningTime {
  let last = platform.now()
  /** The machine's time as this clock follows it: it never decreases, and is never behind the machine's clock. */
  let followed = last - platform.lead() + data.lead
  /** The followed time when the clock was set. */
  let setAt = followed
  let leadOfMachine = platform.lead()
  /** The part of a jump forward that did not reduce the machine's lead. */
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
      // A frozen clock follows nothing.
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

/** A clock's only worker, which runs jobs. */
export interface Worker {
  /** Settles when the running jobs have ended. */
  current: Promise<void> | undefined
  /** True during an advance. Calls do not wait for it. */
  isAdvancing: boolean
}

interface CatchingUp {
  /** The time shown by the clock while no job is running. */
  running(): number
  /** True if a job is due by this time. Default: now. */
  isLate(until?: number): boolean
  /** False if a replay decides when jobs run. */
  mayWake(): boolean
  readonly worker: Worker
  runDueJobs(): Promise<void>
}

export function createCatchUp({ running, isLate, mayWake, worker, runDueJobs }: CatchingUp): () => Promise<void> | undefined {
  /** The last waiting call. */
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
    // Clears it one microtask after the call continues, so that a later call cannot overtake it.
    void turn.then().then(() => {
      if (last === turn) last = undefined
    })
    return turn
  }
}
