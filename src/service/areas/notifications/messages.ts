/** Changes the statuses of a shipment's messages, and computes when messages are sent and expire. */
import type { About } from '../../wire/row.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import type { Environment } from '../../world/records.ts'
import type { World } from '../../world/world.ts'
import type { Act } from '../operation.ts'
import type { MessageData } from './bookings.ts'
import { contentOf, recipientNames, settingsOf } from './messages/texts.ts'
import { addToFeed, feedEntries } from './records/feed.ts'
import { type Entry, orders, type Shipment, shipments } from './records.ts'
import { type Channel, type EntryStatus, entryLifecycle, isFinal, type OrderStatus, orderLifecycle, reportedLifecycle } from './wire.ts'

export { beginning, contentOf, type MessageText, nameOf, recipientNames, segmentsOf, settingsOf, textOf } from './messages/texts.ts'

export interface Moving extends Pick<Act, 'now'> {
  readonly environment: Pick<Act['environment'], 'of'>
}

export function moveShipment({ environment, now }: Moving, shipment: Shipment, status: OrderStatus): void {
  const at = now()
  orderLifecycle.demand(shipment.status, status)
  shipment.status = status
  // Processing is the only status that does not update lastUpdate. Source: notifications §8.1.
  if (status !== 'Order_Processing') shipment.lastUpdate = at
  environment.of(shipments).changed(shipment)
  // Cancelled shipments do not appear in the feed. Source: notifications §9.3.
  if (status === 'Order_Completed' || status === 'Order_SendConditionNotMet') addToFeed(environment.of(feedEntries), shipment, at)
}

/** Changes an entry's status, and completes the shipment if this was its last open entry. Source: notifications §11.4. */
export function moveEntry(act: Moving, shipment: Shipment, entry: Entry, status: EntryStatus): void {
  entryLifecycle.demand(entry.status, status)
  entry.status = status
  entry.lastUpdate = act.now()
  act.environment.of(shipments).changed(shipment)
  // Searches from the end, because entries tend to finish in order.
  const open = isFinal(entry) ? shipment.entries.findLast((each) => !isFinal(each)) : entry
  if (!open) moveShipment(act, shipment, 'Order_Completed')
}

/** Overwrites an earlier report. Changes only the entry, not the shipment's status. */
export function correctEntry({ environment, now }: Moving, shipment: Shipment, entry: Entry, status: EntryStatus): void {
  reportedLifecycle.demand(entry.status, status)
  entry.status = status
  entry.lastUpdate = now()
  environment.of(shipments).changed(shipment)
}

export const senderOf = { SMS: 'sms', Email: 'email' } as const satisfies Record<Channel, string>

export interface Message {
  readonly shipment: Shipment
  readonly entry: Entry
}

/** Returns the message if it still has the status that the job expects. */
export function findMessage(
  { shipmentId, entry }: MessageData,
  { environment }: Act,
  expected: (channel: Channel) => EntryStatus,
): Message | undefined {
  const shipment = environment.of(shipments).get(shipmentId)
  const named = shipment?.entries[entry]
  return shipment && named && named.status === expected(named.channel) ? { shipment, entry: named } : undefined
}

export function moveMessage(act: Act, { shipment, entry }: Message, status: EntryStatus) {
  moveEntry(act, shipment, entry, status)
  return { id: shipment.id, destination: entry.destination, status, order: shipment.status }
}

export function shipmentAbout({ shipmentId }: { shipmentId: string }, _: World, { of }: Environment): About {
  const shipment = of(shipments).get(shipmentId)
  if (!shipment) return {}
  const { creator: org, creatorOrgNo: orgNo, orderId, recipient } = shipment
  const order = of(orders).get(orderId)
  const all = order?.shipmentIds.flatMap((id) => of(shipments).get(id)?.recipient ?? []) ?? [recipient]
  return { org, orgNo, order: order?.idempotencyId ?? undefined, content: contentOf(all), recipients: recipientNames(recipient) }
}

export const notFoundReason = (shipment: Shipment | undefined, owner: string): string =>
  shipment ? `the shipment belongs to ${shipment.creator}, not to ${owner}` : 'there is no shipment with this id in this environment'

const hour = 3_600_000
const day = 24 * hour
const minute = 60_000
const quarter = 15 * minute
/** Minimum interval between two attempts at the same step, in milliseconds. Source: decisions §8. */
export const shortestRepetition = 1_000

/** True for an SMS that may only be sent in the daytime, which is the default. Source: notifications §3.2. */
const isForDaytime = ({ type, recipient }: Shipment, channel: Channel): boolean =>
  channel === 'SMS' && type !== 'Instant' && settingsOf(recipient).SMS?.sendingTimePolicy !== 'Anytime'

/** Source: decisions §8. */
function windowApplies({ settings, clock }: World): boolean {
  if (settings.sendWindow !== undefined) return settings.sendWindow === 'applies'
  return clock.mode === 'frozen' || settings.pace === 'real'
}

export const mayBeSent = (world: World, shipment: Shipment, channel: Channel, at: number): boolean =>
  !isForDaytime(shipment, channel) || !windowApplies(world) || isDaytime(at)

/** Returns the earliest time when a message can be sent, at least one step after `from`. */
export function sendTime({ world, stepEnd }: Act, shipment: Shipment, channel: Channel, from: number): number {
  const at = stepEnd('notifications.sendMessage', from)
  if (mayBeSent(world, shipment, channel, at)) return at
  const opening = nextOpening(at)
  return Math.max(stepEnd('notifications.sendMessage', opening), opening + shortestRepetition)
}

/**
 * Returns the time after which delivery reports are ignored: the entry's own expiry or, by default, a time computed from the send time.
 * Source: notifications §10.2.
 */
export function expiryOf(shipment: Shipment, { channel, expires }: Pick<Entry, 'channel' | 'expires'>): number {
  const { requestedSendTime: sent } = shipment
  if (expires !== undefined) return expires
  if (!isForDaytime(shipment, channel) || isDaytime(sent)) return sent + 48 * hour
  const opening = openingOfDay(sent)
  return opening + (sent < opening ? 48 : 72) * hour
}

/**
 * Returns when a message without a report fails. Every 15 minutes, the service fails messages that expired more than 300 seconds earlier.
 * Source: notifications §10.1, §10.2.
 */
export const expiryRun = (expiry: number): number => (Math.floor((expiry + 300_000) / quarter) + 1) * quarter

/** Created on first use, because it accounts for a tenth of the server's startup time (`npm run bench:start`). */
let zone: Intl.DateTimeFormat | undefined
/** Keyed by hour, because offsets only change on the hour. */
const offsets = new Map<number, number>()
const mostOffsets = 10_000

/** Returns Norway's UTC offset in milliseconds. */
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

/** Returns when clocks in Norway show this hour. Daylight saving time starts and ends before the hours used here. */
function timeOf(midnight: number, hours: number): number {
  const local = midnight + hours * hour
  return local - offsetAt(local)
}

/** Returns the last midnight in Norway at or before `at`, in local time. */
const midnightOf = (at: number) => Math.floor((at + offsetAt(at)) / day) * day

export function isDaytime(at: number): boolean {
  const midnight = midnightOf(at)
  return timeOf(midnight, 9) < at && at < timeOf(midnight, 17)
}

/** Returns 09:00 in Norway on that day, when daytime begins. Source: notifications §10.1. */
export const openingOfDay = (at: number): number => timeOf(midnightOf(at), 9)

/** Returns the first 09:00 in Norway at or after `at`. */
export function nextOpening(at: number): number {
  const today = openingOfDay(at)
  return at <= today ? today : timeOf(midnightOf(at) + day, 9)
}
