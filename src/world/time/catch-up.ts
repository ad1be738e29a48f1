/** Lets calls wait until everything is done that is due. Source: decisions §8. */

/** What a clock tells, and does. */
export interface CatchingUp {
  /** The time that the clock shows while no job runs. */
  running(): number
  /** Whether something is due by a time, or by now. */
  isLate(until?: number): boolean
  /** False: somebody else decides when jobs run. */
  mayWake(): boolean
  /** Ends when the jobs that run have ended; undefined: none runs. */
  worker(): Promise<void> | undefined
  /** Whether the worker advances the clock: no call waits for that. */
  isLeaping(): boolean
  doDue(): Promise<void>
}

/** The function returns undefined when nothing is due and no call waits. Calls go on in the order of their arrival. */
export function createCatchUp({ running, isLate, mayWake, worker, isLeaping, doDue }: CatchingUp): () => Promise<void> | undefined {
  /** The last one of the calls that wait. */
  let last: Promise<void> | undefined

  /** In the order of the calls: each waits for the one before. */
  async function caughtUp(until: number, before: Promise<void> | undefined): Promise<void> {
    await before
    while (!isLeaping()) {
      const working = worker()
      if (working !== undefined) await working.catch(() => {})
      else if (isLate(until) && mayWake()) await doDue()
      else return
    }
  }

  return () => {
    if (last === undefined && (worker() === undefined ? !isLate() : isLeaping())) return undefined
    const turn = caughtUp(running(), last)
    last = turn
    // The call goes on first: one that comes later must not overtake it.
    const over = () => {
      if (last === turn) last = undefined
    }
    void turn.then(() => {}).then(over)
    return turn
  }
}
