/** Advances a world's clock when its client polls: each poll runs the service's next step for the polled record. */

import type { WorldKnobs } from '../../../control/simulator.ts'
import { namedIn } from '../../../control/verdicts.ts'
import { deliveries, publishedEvents } from '../../../service/areas/events/records.ts'
import { type OperationId, operations } from '../../../service/areas/index.ts'
import type { StandingCall } from '../../../service/failures/interventions.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Environments } from '../../../service/world/records.ts'
import { firstEnd, isOwnWork, type Moves, moveForLimits, type Pause } from './waiting.ts'

/** Rows that a client can poll to follow a record's state. */
const polls = operations.filter(
  ({ id, method }) => (method === 'GET' || method === 'HEAD') && id !== 'fileTransfer.download' && !id.startsWith('authentication.'),
)

/**
 * Runs until the signal is aborted. Delays the reply to a poll until the record's next steps are done, so the next poll sees their results.
 * Steps for other records run only when those records are polled. The clock never reaches an expiry, the expiry of a token, or the due
 * time of a later order such as a reminder.
 */
export async function moveWithPolls(knobs: WorldKnobs, moves: Moves, pause: Pause, signal: AbortSignal): Promise<void> {
  knobs.world.clock.rest()
  let last: Promise<unknown> = Promise.resolve()
  /** Serializes polls, because all of them move the same clock. */
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
      // The client might have disconnected in the meantime.
      if (index >= 0) gate.release(1, [index])
    }
  } catch (ended) {
    if (!signal.aborted && !knobs.world.gone) throw ended
  } finally {
    gate.close()
  }
}

async function runNext({ world }: WorldKnobs, poll: Poll): Promise<void> {
  const { clock, journal, environments } = world
  // While a client waits for a rate limit, the clock already runs in real time.
  if (clock.mode === 'real') return
  const now = clock.now()
  const all = clock.agenda.list()
  const isOwn = recordOf(poll, environments)
  const steps = all.filter((booking) => isOwnWork(booking, now) && isOwn(booking))
  // Prefers steps other than event deliveries, because deliveries are not visible in replies.
  const next = steps.find(({ job }) => areaOf(job) !== 'events') ?? steps[0]
  const ends = all.flatMap((booking) => (isOwnWork(booking, now) || booking.at <= now ? [] : booking.at))
  if (!next || next.at >= Math.min(...ends, firstEnd(journal.calls.list(), now))) return
  await clock.advance({ to: Math.max(next.at, now), only: isOwn })
}

/** Returns a predicate for bookings of the polled record or, if a list or the feed is polled, of any record in the area. */
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
