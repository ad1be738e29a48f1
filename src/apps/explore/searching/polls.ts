/** Moves the clock of a world with the polls of its client: each runs what the service does next for the record that it asks for. */

import type { WorldKnobs } from '../../../control/simulator.ts'
import { namedIn } from '../../../control/verdicts/judging/deed.ts'
import { deliveries } from '../../../service/areas/events/records/delivery.ts'
import { publishedEvents } from '../../../service/areas/events/records/published-event.ts'
import { type OperationId, operations } from '../../../service/areas/index.ts'
import type { StandingCall } from '../../../service/failures/gating.ts'
import type { Booking } from '../../../service/world/bookings.ts'
import type { Environments } from '../../../service/world/records.ts'
import { firstEnd, isOwnWork, type Moves, moveForLimits, type Pause } from './waiting.ts'

/** The rows by which a client asks for the state of a record. A download does not ask for it. */
const polls = operations.filter(
  ({ id, method }) => (method === 'GET' || method === 'HEAD') && id !== 'fileTransfer.download' && !id.startsWith('authentication.'),
)

/**
 * Until the signal. The reply to a poll waits until the next steps of its record are done, at their instant, so that the next poll sees
 * them. The steps of other records wait for their own polls. It never reaches the time of a later order, such as a reminder, an expiry or
 * the end of a token.
 */
export async function moveWithPolls(knobs: WorldKnobs, moves: Moves, pause: Pause, signal: AbortSignal): Promise<void> {
  knobs.world.clock.rest()
  let last: Promise<unknown> = Promise.resolve()
  /** One poll after the other: they move the same clock. */
  const inTurn = (poll: Poll) => {
    last = last.then(() => runNext(knobs, poll))
    return last
  }
  await Promise.all([moveForLimits(knobs, moves, pause, signal), ...polls.map(({ id }) => serve(knobs, id, inTurn, signal))])
}

interface Poll {
  readonly operation: OperationId
  readonly path: string
}

async function serve(knobs: WorldKnobs, operation: OperationId, run: (poll: Poll) => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const gate = knobs.gate(operation, { at: 'after-work' })
  try {
    for (;;) {
      await gate.arrived(1, { signal })
      const [call] = gate.calls as [StandingCall]
      await run({ operation, path: call.path })
      const index = gate.calls.findIndex(({ id }) => id === call.id)
      // Its client may have gone meanwhile.
      if (index >= 0) gate.release(1, [index])
    }
  } catch (ended) {
    if (!signal.aborted && !knobs.world.gone) throw ended
  } finally {
    gate.close()
  }
}

/** Runs what is due next for the record of a poll. */
async function runNext({ world }: WorldKnobs, poll: Poll): Promise<void> {
  const { clock, journal, environments } = world
  // Somebody waits for a limit: time follows real time.
  if (clock.mode === 'real') return
  const now = clock.now()
  const all = clock.agenda.list()
  const isOwn = recordOf(poll, environments)
  const steps = all.filter((booking) => isOwnWork(booking, now) && isOwn(booking))
  // No reply shows that an event goes out: that happens on the way.
  const next = steps.find(({ job }) => areaOf(job) !== 'events') ?? steps[0]
  const ends = all.flatMap((booking) => (isOwnWork(booking, now) || booking.at <= now ? [] : booking.at))
  if (!next || next.at >= Math.min(...ends, firstEnd(journal.calls.list(), now))) return
  await clock.advance({ to: Math.max(next.at, now), only: isOwn })
}

/** Whether a booking descends from the record that a poll names. Where it names none, as a list or the feed does, from any of its area. */
function recordOf({ operation, path }: Poll, environments: Environments): (booking: Booking) => boolean {
  const name = namedIn(path)
  const [, subscription] = /\/subscriptions\/(\d+)/.exec(path) ?? []
  const area = areaOf(operation)
  return ({ job, environment, data }) => {
    const { of } = environments[environment]
    const delivery = of(deliveries).get(String(data.deliveryId))
    if (subscription !== undefined) return delivery?.subscription === Number(subscription)
    if (name === '') return areaOf(job) === area
    const event = typeof delivery?.event === 'number' ? of(publishedEvents).get(delivery.event) : undefined
    return [data.shipmentId, data.fileTransferId, event?.instance].includes(name)
  }
}

const areaOf = (id: string) => id.slice(0, id.indexOf('.'))
