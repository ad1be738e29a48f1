/** Moves the clock of a world while its client waits: what the service still has to do is done as soon as no call is under way. */
import { createControlClient } from '../../../control/client.ts'
import type { AdvanceTarget } from '../../../control/create-simulator.ts'
import { frontDoor } from '../../../control/front-door.ts'
import type { Simulator, WorldKnobs } from '../../../control/simulator.ts'
import { namedIn } from '../../../control/verdicts/judging/deed.ts'
import { fetchInside, innerAddress } from '../../../service/wire/fetch.ts'
import type { Booking } from '../../../service/world/bookings.ts'
import type { Line } from '../../../service/world/journal-line.ts'
import type { World } from '../../../service/world/world.ts'

export interface Moves {
  /** Rejects where the signal is aborted, and where the world has ended. */
  advance(target: AdvanceTarget, signal?: AbortSignal): Promise<unknown>
  resume(speed: number): Promise<unknown>
  freeze(): Promise<unknown>
  /** True if rules hold for a span of time: the clock goes with real time from the first call on. */
  readonly isTimed?: boolean
}

export function movesOf(simulator: Simulator, world: string): Moves {
  const answer = fetchInside(frontDoor(simulator))
  const { call } = createControlClient({
    base: `${innerAddress}/worlds/${world}`,
    adminToken: simulator.settings.adminToken,
    send: (url, { body, ...request }) => answer(new Request(url, { ...request, ...(typeof body === 'string' && { body }) })),
  })
  return {
    advance: (body, signal) => call('control.advanceClock', { body, ...(signal && { signal }) }),
    resume: (speed) => call('control.resumeClock', { body: { speed } }),
    freeze: () => call('control.freezeClock'),
  }
}

/** Real milliseconds between two looks. The world is quiet when nothing happened between them. */
const look = 10
/** World milliseconds. An order that is due later was asked for a later time. */
const soon = 60_000

/**
 * World seconds for each real second, while a caller waits for a limit: a minute takes a second, as `Retry-After` says, or a little less.
 */
const [hurry, hurryMore] = [60, 66]
/** World milliseconds after which a limit is whole again. */
const minute = 60_000

/** Lets `Retry-After` name seconds of a clock that is about to run this fast. */
export function hurryLimits({ clock }: WorldKnobs): void {
  clock.resume({ speed: hurry })
  clock.freeze()
}

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

/**
 * Until the signal. It never passes an expiry or the end of a token, nor the time of an order that is due later: unless the client
 * waits for it, as for a reminder.
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

/** The same for limits alone: until the signal, time runs while a caller waits for one. */
export async function moveForLimits({ world }: WorldKnobs, moves: Moves, pause: Pause, signal: AbortSignal): Promise<void> {
  const followLimits = limitsOf(world, moves)
  for (;;) {
    await pause(look, signal).catch(() => {})
    if (signal.aborted || world.gone) return
    await followLimits()
  }
}

/** Lets the clock run where a limit has refused a call, and stops it when the limit is whole again. */
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

/** When the last limit that refused a call is whole again; 0: none did. */
function limitedUntil({ journal }: World): number {
  const limited = journal.calls.list().findLast(({ status, rule }) => status === 429 && rule?.effects.refuse === undefined)
  return limited ? limited.at + minute : 0
}

/**
 * The time of the next step or redelivery, or of an order that the client waits for; undefined: nothing is left, or something else comes
 * first.
 */
function nextOf(world: World): number | undefined {
  const { clock, journal } = world
  const now = clock.now()
  const next = clock.agenda.next()
  const calls = journal.calls.list()
  if (next && isOwnWork(next, now) && next.at < firstEnd(calls, now)) return next.at
  return awaitedOrder(world, calls)
}

/** When the first token of these calls ends. */
export const firstEnd = (calls: readonly Line[], now: number): number =>
  Math.min(...calls.flatMap(({ token }) => (token && token.exp > now ? token.exp : [])), Number.POSITIVE_INFINITY)

/**
 * Whether the service is at work, or calls a receiver again. It only waits for an expiry, or for an order that was asked for a later time.
 */
export const isOwnWork = ({ job, step, at }: Booking, now: number): boolean =>
  job === 'events.deliverAgain' || (step && (job !== 'notifications.takeOrder' || at - now <= soon))

/** A client that asks this often for something that is due later, and changes nothing meanwhile, waits for it. */
const asksOfWaiting = 2

/** Each names the shipment in its path. */
const readsOfOrders: ReadonlySet<string> = new Set([
  'notifications.getShipment',
  'notifications.getOrder',
  'notifications.getOrderStatus',
  'notifications.listOrderEmails',
  'notifications.listOrderSms',
])

/** The time of the first order that the client waits for: it asks for its shipment, or for the feed. Tokens end on the way. */
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
