/** The hours in which daytime messages are sent: after 09:00 and before 17:00 in Norway. Source: notifications §10.1. */
import { getOrCreate } from '../../../wire/get-or-create.ts'

const hour = 3_600_000
const day = 24 * hour

/** Made on first use: it takes a tenth of the time until the server answers (`npm run bench:start`). */
let zone: Intl.DateTimeFormat | undefined
/** By hour, because offsets change on the hour. bench/walk.ts: a daytime SMS costs 170 µs of CPU, without this 300 µs. */
const offsets = new Map<number, number>()
const mostOffsets = 10_000

/** Milliseconds by which Norwegian time is ahead of UTC. */
function offsetAt(at: number): number {
  const asked = Math.floor(at / hour)
  if (offsets.size > mostOffsets) offsets.clear()
  return getOrCreate(offsets, asked, () => readOffset(asked * hour))
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
