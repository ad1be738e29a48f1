/** Advances a world's clock while its client waits: runs the service's next step as soon as no call is in progress. */
import { type ControlClient, createControlClient } from '../../../control/client.ts'
import type { AdvanceTarget } from '../../../control/create-simulator.ts'
import { frontDoor } from '../../../control/front-door.ts'
import type { Simulator, WorldKnobs } from '../../../control/simulator.ts'
import { namedIn } from '../../../control/verdicts.ts'
import { fetchInside, innerAddress } from '../../../service/wire/fetch.ts'
import type { Booking } from '../../../service/world/clock.ts'
import type { Line } from '../../../service/world/journal.ts'
import type { World } from '../../../service/world/world.ts'

export interface Moves {
  /** Rejects if the signal is aborted, or if the world has been dropped. */
  advance(target: AdvanceTarget, signal?: AbortSignal): Promise<unknown>
  resume(speed: number): Promise<unknown>
  freeze(): Promise<unknown>
  /** True if a rule applies for a period of time. The clock then runs in real time from the first call on. */
  readonly isTimed?: boolean
}

/** Returns a client that calls control rows without a network. */
export function controlInside(simulator: Simulator, base: string = innerAddress): ControlClient {
  const answer = fetchInside(frontDoor(simulator))
  return createControlClient({
    base,
    adminToken: simulator.settings.adminToken,
    send: (url, { body, ...request }) => answer(new Request(url, { ...request, ...(typeof body === 'string' && { body }) })),
  })
}

export function movesOf(simulator: Simulator, world: string): Moves {
  const { call } = controlInside(simulator, `${innerAddress}/worlds/${world}`)
  return {
    advance: (body, signal) => call('control.advanceClock', { body, ...(signal && { signal }) }),
    resume: (speed) => call('control.resumeClock', { body: { speed } }),
    freeze: () => call('control.freezeClock'),
  }
}

/** Real milliseconds between polls. The world is idle if nothing happens between two polls. */
const look = 10
/** Milliseconds of world time. If an order's due time is further ahead than this, the client requested a later send time. */
const soon = 60_000

/** World seconds per real second while a caller waits for a rate limit, so that a minute takes about a second. */
const [hurry, hurryMore] = [60, 66]
/** Milliseconds of world time after which a rate limit is fully restored. */
const minute = 60_000

/** Adjusts `Retry-After` to the faster clock. */
export function hurryLimits({ clock }: WorldKnobs): void {
  clock.resume({ speed: hurry })
  clock.freeze()
}

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/**
 * Runs until the signal is aborted. Stops before expiries (of records or tokens) and before later orders such as reminders, unless the
 * client is waiting for the order.
 */
export async function moveWhileWaiting({ world }: WorldKnobs, moves: Moves, pause: Pause, signal: AbortSignal): Promise<void> {
  const count = () => world.changes.count + world.data.calls
  const followLimits = limitsOf(world, moves)
  for (let before = count(); !signal.aborted; ) {
    await pause(look, signal).catch(() => {})
    const now = count()
    const isQuiet = now === before
    before = now
    if (signal.aborted || world.gone) return
    await followLimits()
    const next = isQuiet ? nextOf(world) : undefined
    if (next === undefined || next <= world.clock.now()) continue
    await moves.advance({ to: new Date(next).toISOString() }, signal).catch(() => {})
    before = count()
  }
}

/** Handles only rate limits: advances time while a caller waits for a limit. Runs until the signal is aborted. */
export async function moveForLimits({ world }: WorldKnobs, moves: Moves, pause: Pause, signal: AbortSignal): Promise<void> {
  const followLimits = limitsOf(world, moves)
  for (;;) {
    await pause(look, signal).catch(() => {})
    if (signal.aborted || world.gone) return
    await followLimits()
  }
}

/** Returns a function that starts the clock after a rate limit has refused a call, and stops it when the limit is restored. */
function limitsOf(world: World, { resume, freeze, isTimed }: Moves): () => Promise<void> {
  let waited = 0
  return async () => {
    if (isTimed) {
      if (world.clock.mode !== 'real' && world.data.calls > 0) await resume(1)
      return
    }
    const until = limitedUntil(world)
    if (until > waited) {
      waited = until
      await resume(hurryMore)
    }
    if (world.clock.mode === 'real' && world.clock.now() >= waited) await freeze()
  }
}

/** Returns the time when the most recently exceeded limit is restored, or 0 if no limit was exceeded. */
function limitedUntil({ journal }: World): number {
  const limited = journal.calls.list().findLast(({ status, rule }) => status === 429 && rule?.effects.refuse === undefined)
  return limited ? limited.at + minute : 0
}

/**
 * Returns the due time of the next step or redelivery, or of an order that the client is waiting for; `undefined` if nothing is left, or if
 * something else comes first.
 */
function nextOf(world: World): number | undefined {
  const { clock, journal } = world
  const now = clock.now()
  const next = clock.agenda.next()
  const calls = journal.calls.list()
  if (next && isOwnWork(next, now) && next.at < firstEnd(calls, now)) return next.at
  return awaitedOrder(world, calls)
}

/** Returns the time when the first of the calls' tokens expires. */
export const firstEnd = (calls: readonly Line[], now: number): number =>
  Math.min(...calls.flatMap(({ token }) => (token && token.exp > now ? token.exp : [])), Number.POSITIVE_INFINITY)

/** True for the service's own work and redeliveries; false for expiries and later orders. */
export const isOwnWork = ({ job, step, at }: Booking, now: number): boolean =>
  job === 'events.deliverAgain' || (step && (job !== 'notifications.takeOrder' || at - now <= soon))

/** Number of idle polls after which a client counts as waiting for a later order. */
const asksOfWaiting = 2

/** Operations whose path contains a shipment id. */
const readsOfOrders: ReadonlySet<string> = new Set([
  'notifications.getShipment',
  'notifications.getOrder',
  'notifications.getOrderStatus',
  'notifications.listOrderEmails',
  'notifications.listOrderSms',
])

/** Returns the due time of the first order that the client polls, by shipment or through the feed. Tokens may expire before then. */
function awaitedOrder({ clock }: World, calls: readonly Line[]): number | undefined {
  const later = clock.agenda.list().filter(({ job }) => job === 'notifications.takeOrder')
  if (later.length === 0) return undefined
  const idle = calls.slice(calls.findLastIndex(({ commits, sender }) => commits > 0 && !sender?.own) + 1)
  return later.find(({ data }) => {
    const asks = idle.filter(
      ({ operation, status, path }) =>
        status === 200 &&
        (operation === 'notifications.readFeed' || (readsOfOrders.has(operation ?? '') && namedIn(path ?? '') === data.shipmentId)),
    )
    return asks.length >= asksOfWaiting
  })?.at
}
