/** Parses and formats CloudEvent times, which have up to seven fractional digits. Source: events §3.1, §6.1. */

const form = /^(\d{4}-\d\d-\d\dT)(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/

interface EventTime {
  /** The time without its fraction, in milliseconds since 1970. */
  readonly second: number
  /** Seven digits. */
  readonly fraction: string
  /** Minutes east of UTC. */
  readonly offset: number
}

const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')]

/**
 * Returns undefined if the service's library rejects the string as an RFC 3339 time, and null if the offset moves the time outside the
 * years 1 to 9999.
 */
function readTime(text: string): EventTime | null | undefined {
  const [, date = '', time = '', fraction = '', zone = ''] = form.exec(text) ?? []
  const local = Date.parse(`${date}${time}Z`)
  // Date.parse maps nonexistent dates and times (30 February, 24:00) to other dates and times.
  if (Number.isNaN(local) || local < first || !new Date(local).toISOString().startsWith(date + time)) return undefined
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  const east = zone === 'Z' ? 0 : hours * 60 + minutes
  if (minutes > 59 || east > 14 * 60) return undefined
  const offset = zone.startsWith('-') ? -east : east
  const second = local - offset * 60_000
  return second < first || second > last ? null : { second, fraction: fraction.slice(0, 7).padEnd(7, '0'), offset }
}

function written({ second, fraction, offset }: EventTime): string {
  const digits = [0, 3, 6].find((count) => /^0*$/.test(fraction.slice(count))) ?? 7
  const shown = new Date(second + offset * 60_000).toISOString().slice(0, 19)
  const east = Math.abs(offset)
  const two = (number: number) => String(number).padStart(2, '0')
  const zone = offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`
  return `${shown}${digits === 0 ? '' : `.${fraction.slice(0, digits)}`}${zone}`
}

/**
 * Formats the time with 0, 3, 6 or 7 fractional digits and its original offset. Returns null or undefined in the same cases as
 * {@link readTime}.
 */
export function normalTime(text: string): string | null | undefined {
  const time = readTime(text)
  return time ? written(time) : time
}

/** Converts a time to UTC. Strings that are not times are returned unchanged. */
export function utcTime(text: string): string {
  const time = readTime(text)
  return time ? written({ ...time, offset: 0 }) : text
}

/** Formats world time with three fractional digits, or with none for a whole second. */
export const eventTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')
