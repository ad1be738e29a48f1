/** Advances time for a recipe run, up to the next job that its calls booked. */

import { Misuse } from '../../service/wire/misuse.ts'
import { zulu } from '../../service/wire/timestamp.ts'
import type { ControlContext } from '../rows/row.ts'
import type { TimeStep } from './step.ts'
import type { Turn } from './turning.ts'

interface Run {
  readonly turn: Turn
  readonly clientId: string
  /** Ids of the journal lines for the run's calls. */
  readonly lines: ReadonlySet<string>
  note(step: TimeStep): void
}

/**
 * Maximum wait for a running clock, in milliseconds of real time. For later jobs, the run advances the clock, which affects the world's
 * other users.
 */
const patience = 10_000
/** Milliseconds of real time: between checks, and before a run gives up on events that it cannot cause. */
const [look, longest] = [10, 5_000]

export function createPassing({ knobs, simulator: { platform }, call: { signal } }: ControlContext, { turn, clientId, lines, note }: Run) {
  const { world } = knobs
  let [waited, moved] = [0, 0]
  /** True if this run's calls caused a booking. The booking's cause begins with the original call's id, as in `17.0.1`. */
  const isOwn = ({ cause }: { readonly cause: string }) => lines.has(cause.split('.', 1)[0] ?? '')

  /** True while one of this run's jobs is waiting for the outside world. */
  async function isOutside(): Promise<boolean> {
    if (![...world.clock.agenda.running].some(isOwn)) return false
    await platform.pause(look, signal)
    return true
  }

  async function moveTo(at: number): Promise<void> {
    const before = world.clock.now()
    for (let tries = 0; ; tries++) {
      try {
        await turn('control.advanceClock', { body: { to: zulu(Math.ceil(at)), limit: 0 } })
        break
      } catch (thrown) {
        // Someone else is already advancing the clock.
        if (!(thrown instanceof Misuse && thrown.status === 409) || tries * look > longest) throw thrown
        await platform.pause(look, signal)
      }
    }
    const milliseconds = Math.max(0, Math.ceil(at) - before)
    moved += milliseconds
    note({ kind: 'time', isMoved: true, milliseconds })
  }

  return {
    moved: () => moved,
    async pass(): Promise<boolean> {
      signal.throwIfAborted()
      const { clock } = world
      const next = clock.agenda.list().find(isOwn)
      if (!next) return isOutside()
      const milliseconds = Math.max(0, next.at - clock.now())
      const wait = milliseconds / clock.speed
      if (clock.mode === 'frozen' || waited + wait > patience) {
        await moveTo(next.at)
        return true
      }
      waited += wait
      await platform.pause(Math.ceil(wait) + 1, signal)
      await clock.catchUp()
      note({ kind: 'time', isMoved: false, milliseconds })
      return true
    },
    leaving(after?: number): AbortSignal {
      const leave = new AbortController()
      const before = world.data.calls
      async function wait(): Promise<void> {
        if (after !== undefined) return platform.pause(after, signal)
        for (let waits = 0; waits * look < longest; waits++) {
          const [line] = knobs.journal.list({ caller: clientId, limit: 1 }).journal
          if (line && Number(line.id) > before && line.committed) return
          await platform.pause(look, signal)
        }
      }
      void wait()
        .catch(() => {})
        .finally(() => leave.abort())
      return leave.signal
    },
  }
}
