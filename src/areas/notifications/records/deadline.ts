/** When a message may be sent, and when it expires. */

import type { Act } from '../../../state/act.ts'
import type { World } from '../../../state/world.ts'
import { isDaytime, nextOpening, openingOfDay } from './daytime.ts'
import { settingsOf } from './recipient.ts'
import type { Channel, Entry, Shipment } from './shipment.ts'

const hour = 3_600_000
const minute = 60_000
const quarter = 15 * minute
/** Milliseconds between two tries of the same step, at least. Source: decisions §8. */
export const shortestRepetition = 1_000

/** When an order is taken that was made now. At the real pace, every full minute takes the orders that are due within the next minute. Source: notifications §10.1. */
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

/** The time after which a delivery report no longer counts: from the entry, else computed from the send time. Source: notifications §10.2. */
export function expiryOf(shipment: Shipment, { channel, expires }: Pick<Entry, 'channel' | 'expires'>): number {
  const { requestedSendTime: sent } = shipment
  if (expires !== undefined) return expires
  if (!isForDaytime(shipment, channel) || isDaytime(sent)) return sent + 48 * hour
  const opening = openingOfDay(sent)
  return opening + (sent < opening ? 48 : 72) * hour
}

/** When a message without a report fails: a run every quarter of an hour takes messages that expired more than 300 s before. Source: notifications §10.1, §10.2. */
export const expiryRun = (expiry: number): number => (Math.floor((expiry + 300_000) / quarter) + 1) * quarter
