/** When a message may be sent, and when it expires. */
import { getOrCreate } from '../../../wire/when-needed.ts'
import type { World } from '../../../world/world.ts'
import type { Act } from '../../act.ts'
import { settingsOf } from './recipient.ts'
import type { Channel, Entry, Shipment } from './shipment.ts'

const hour = 3_600_000
const day = 24 * hour
const minute = 60_000
const quarter = 15 * minute
/** Milliseconds between two tries of the same step, at least. Source: decisions §8. */
export const shortestRepetition = 1_000

/**
 * When an order is taken that was made now. At the real pace, every full minute takes the orders that are due within the next minute.
 * Source: notifications §10.1.
 */
export function takingTime({ world, now, stepEnd }: Act, due: number, made = now()): number {
  if (world.settings.pace !== 'real') return stepEnd('notifications.takeOrder', Math.max(due, made))
  return Math.max(stepEnd('notifications.takeOrder', made), Math.ceil((due - minute) / minute) * minute)
}

/** An SMS is for daytime unless the order says otherwise. Source: notifications §3.2. */
const isForDaytime = ({ type, recipient }: Shipment, channel: Channel): boolean =>
  channel === 'SMS' && type !== 'Instant' && settingsOf(recipient).SMS?.sendingTimePolicy !== 'Anytime'

/** Source: decisions §8. */
function windowApplies({ settings, clock }: World): boolean {
  if (settings.sendWindow !== undefined) return settings.sendWindow === 'applies'
  return clock.mode === 'frozen' || settings.pace === 'real'
}

/** Whether a message may be sent at a time. */
export const mayBeSent = (world: World, shipment: Shipment, channel: Channel, at: number): boolean =>
  !isForDaytime(shipment, channel) || !windowApplies(world) || isDaytime(at)

/** The first time, one step after `from`, at which a message may be sent. */
export function sendTime({ world, stepEnd }: Act, shipment: Shipment, channel: Channel, from: number): number {
  const at = stepEnd('notifications.sendMessage', from)
  if (mayBeSent(world, shipment, channel, at)) return at
  const opening = nextOpening(at)
  return Math.max(stepEnd('notifications.sendMessage', opening), opening + shortestRepetition)
}

/**
 * The time after which a delivery report no longer counts: from the entry, else computed from the send time. Source: notifications §10.2.
 */
export function expiryOf(shipment: Shipment, { channel, expires }: Pick<Entry, 'channel' | 'expires'>): number {
  const { requestedSendTime: sent } = shipment
  if (expires !== undefined) return expires
  if (!isForDaytime(shipment, channel) || isDaytime(sent)) return sent + 48 * hour
  const opening = openingOfDay(sent)
  return opening + (sent < opening ? 48 : 72) * hour
}

/**
 * When a message without a report fails: a run every quarter of an hour takes messages that expired more than 300 s before. Source:
 * notifications §10.1, §10.2.
 */
export const expiryRun = (expiry: number): number => (Math.floor((expiry + 300_000) / quarter) + 1) * quarter

// Daytime is after 09:00 and before 17:00 in Norway. Source: notifications §10.1.

/** Made on first use: it takes a tenth of the time until the server answers (`npm run bench:start`). */
let zone: Intl.DateTimeFormat | undefined
/** By hour, because offsets change on the hour. */
const offsets = new Map<number, number>()
const mostOffsets = 10_000

/** Milliseconds by which Norwegian time is ahead of UTC. */
function offsetAt(at: number): number {
  const hourNumber = Math.floor(at / hour)
  if (offsets.size > mostOffsets) offsets.clear()
  return getOrCreate(offsets, hourNumber, () => readOffset(hourNumber * hour))
}

function readOffset(at: number): number {
  zone ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', timeZoneName: 'longOffset' })
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * 60_000)
}

/** The time at which Norwegian clocks show this hour of a day. Summer time begins and ends earlier in the night. */
function timeOf(midnight: number, hours: number): number {
  const local = midnight + hours * hour
  return local - offsetAt(local)
}

/** The Norwegian midnight before a time, as if Norway had UTC. */
const midnightOf = (at: number) => Math.floor((at + offsetAt(at)) / day) * day

export function isDaytime(at: number): boolean {
  const midnight = midnightOf(at)
  return timeOf(midnight, 9) < at && at < timeOf(midnight, 17)
}

/** 09:00 of the Norwegian day of a time. */
export const openingOfDay = (at: number): number => timeOf(midnightOf(at), 9)

/** The first 09:00 at or after a time. */
export function nextOpening(at: number): number {
  const today = openingOfDay(at)
  return at <= today ? today : timeOf(midnightOf(at) + day, 9)
}
