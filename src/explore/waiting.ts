/** Moves the clock of a world while its client waits: what the service still has to do is done as soon as nobody calls. */
import type { WorldKnobs } from '../simulator.ts'
import type { Booking } from '../state/agenda.ts'
import type { World } from '../state/world.ts'

/** Real milliseconds between two looks. The world is quiet when nothing happened between them. */
const look = 10
/** World milliseconds. An order that is due later was asked for a later time. */
const soon = 60_000

/** World seconds for each real second, while a caller waits for a limit: a minute takes a second. */
const hurry = 60
/** World milliseconds after which a limit is whole again. */
const minute = 60_000

/** Lets `Retry-After` name seconds of a clock that is about to run this fast. */
export function hurryLimits({ clock }: WorldKnobs): void {
  clock.resume({ speed: hurry })
  clock.freeze()
}

type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Until the signal. It never passes an expiry, the end of a token, or the time of a reminder. */
export async function moveWhileWaiting(knobs: WorldKnobs, pause: Pause, signal: AbortSignal): Promise<void> {
  const { world } = knobs
  const count = () => world.changes.count + world.data.calls
  let waited = 0
  for (let before = count(); !signal.aborted; ) {
    await pause(look, signal).catch(() => {})
    const now = count()
    const isQuiet = now === before
    before = now
    if (signal.aborted || world.gone) return
    const until = limitedUntil(world)
    if (until > waited) {
      waited = until
      knobs.clock.resume({ speed: hurry })
    }
    if (world.clock.mode === 'real' && world.clock.now() >= waited) knobs.clock.freeze()
    const next = isQuiet ? nextOf(world) : undefined
    if (next === undefined || next <= world.clock.now()) continue
    await knobs.clock.advance({ to: new Date(next).toISOString() }, signal).catch(() => {})
    before = count()
  }
}

/** When the last limit that refused a call is whole again; 0: none did. */
function limitedUntil({ journal }: World): number {
  const limited = journal.calls.list().findLast(({ status, rule }) => status === 429 && rule?.effects.refuse === undefined)
  return limited ? limited.at + minute : 0
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
