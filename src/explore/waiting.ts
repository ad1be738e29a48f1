/** Moves the clock of a world while its client waits: what the service still has to do is done as soon as nobody calls. */
import type { WorldKnobs } from '../simulator.ts'
import type { Booking } from '../state/agenda.ts'
import type { World } from '../state/world.ts'

/** Real milliseconds between two looks. The world is quiet when nothing happened between them. */
const look = 10
/** World milliseconds. An order that is due later was asked for a later time. */
const soon = 60_000

type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Until the signal. It never passes an expiry, the end of a token, or the time of a reminder. */
export async function moveWhileWaiting(knobs: WorldKnobs, pause: Pause, signal: AbortSignal): Promise<void> {
  const { world } = knobs
  const count = () => world.changes.count + world.data.calls
  for (let before = count(); !signal.aborted; ) {
    await pause(look, signal).catch(() => {})
    const now = count()
    const isQuiet = now === before
    before = now
    if (signal.aborted || world.gone) return
    const next = isQuiet ? nextOf(world) : undefined
    if (next === undefined || next <= world.clock.now()) continue
    await knobs.clock.advance({ to: new Date(next).toISOString() }, signal).catch(() => {})
    before = count()
  }
}

/** The time of the next step or redelivery; undefined: nothing is left, or something else comes first. */
function nextOf({ clock, journal }: World): number | undefined {
  const now = clock.now()
  const next = clock.agenda.next()
  if (!next || !isOwnWork(next, now)) return undefined
  const ends = journal.calls.list().map(({ token }) => token?.exp ?? Number.POSITIVE_INFINITY)
  return next.at < Math.min(...ends, Number.POSITIVE_INFINITY) ? next.at : undefined
}

const isOwnWork = ({ job, step, at }: Booking, now: number) =>
  job === 'events.deliverAgain' || (step && (job !== 'notifications.takeOrder' || at - now < soon))
