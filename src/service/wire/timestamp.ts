/** Parses times and durations as clients write them, and formats times as the services do. */
import { trimBlanks } from './text.ts'
import { boundedCache, getOrCreate } from './when-needed.ts'

export interface Timestamp {
  /** Milliseconds since 1970. A string without an offset is treated as UTC. */
  readonly at: number
  /** True if the string has an offset. */
  readonly zoned: boolean
}

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,16})?)?(Z|[+-]\d{2}(?::\d{2})?)?)?$/
const first = Date.parse('0001-01-01T00:00:00.000Z')

/** The latest time that the services' date types can represent. */
export const endOfTime = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Parses an ISO 8601 date, or date and time, with an optional fraction and offset. Undefined for any other string. Source: notifications
 * §3.1.
 */
export function readTimestamp(text: string): Timestamp | undefined {
  const parts = form.exec(text)
  if (!parts) return undefined
  const [, date = '', time = '00:00', seconds = ':00', zone] = parts
  const written = `${date}T${time}${seconds.slice(0, 3)}`
  const utc = Date.parse(`${written}.${seconds.slice(4, 7).padEnd(3, '0')}Z`)
  // Date.parse maps nonexistent dates and times (30 February, 24:00) to other dates and times.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== written) return undefined
  const offset = readOffset(zone)
  if (offset === undefined) return undefined
  const at = utc - offset * 60_000
  return at < first || at > endOfTime ? undefined : { at, zoned: zone !== undefined }
}

/** Returns the offset in minutes east of UTC. */
function readOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4))
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Date, time and zone, with either the year or the month first, as in .NET's invariant culture. */
const instant =
  /^(?:(\d{4})[-/](\d{1,2})[-/](\d{1,2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?:(?:T| +)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,16}))?)? *(Z|GMT|([+-])(\d\d)(?::?(\d\d))?)?)?$/i
const twoDigits = (digits = '0') => digits.padStart(2, '0')

/** Parses a time in any of .NET's formats. Undefined for any other string. */
export function readInstant(text: string): Timestamp | undefined {
  const parts = instant.exec(trimBlanks(text))
  if (!parts) return undefined
  const [, year, month, day, otherMonth, otherDay, otherYear, hour, minute, second, fraction = '0', zone, sign, east, rest] = parts
  const written = `${year ?? otherYear}-${twoDigits(month ?? otherMonth)}-${twoDigits(day ?? otherDay)}`
  const offset = sign === undefined ? 'Z' : `${sign}${twoDigits(east)}:${twoDigits(rest)}`
  const time = readTimestamp(`${written}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}.${fraction}${offset}`)
  return time && { ...time, zoned: zone !== undefined }
}

/** Formats a time as `2026-07-27T08:01:04.518Z`: UTC, without trailing zeros in the fraction. Source: notifications §1.1. */
export const zulu = (at: number): string => `${isoTime(at)}Z`

/** Formats a time as `2026-08-18T11:40:51.123+00:00`: UTC with a numeric offset. Source: file-transfer §0. */
export const withOffset = (at: number): string => `${isoTime(at)}+00:00`

/** Formats a time for headers: `Tue, 18 Aug 2026 11:40:51 GMT`. Source: file-transfer §8. */
export const httpDate = (at: number): string => new Date(at).toUTCString()

const day = 86_400_000
/** Formatted dates are cached, because most replies contain the same few dates. */
const dates = boundedCache<number, string>(1000)
const dateOf = (days: number): string => getOrCreate(dates, days, () => new Date(days * day).toISOString().replace(/T.*/, ''))

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

function isoTime(at: number): string {
  const days = Math.floor(at / day)
  const time = Math.floor(at - days * day)
  const seconds = Math.floor(time / 1000)
  const minutes = Math.floor(seconds / 60)
  const fraction = time % 1000 === 0 ? '' : String((time % 1000) / 1000).slice(1)
  return `${dateOf(days)}T${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}${fraction}`
}

const iso = /^P(?!$)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/
const short =
  /^(?=\d)(?:(\d{1,6}(?:\.\d{1,9})?)w)?(?:(\d{1,6}(?:\.\d{1,9})?)d)?(?:(\d{1,9}(?:\.\d{1,9})?)h)?(?:(\d{1,9}(?:\.\d{1,9})?)m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,9}(?:\.\d{1,9})?)ms)?$/
const units = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000, 1]

/** Completes messages that say "… is not …". */
export const durationForm = 'a duration of fixed length, such as 30s, 1h30m, 8d or PT10M'

/**
 * Parses a duration and returns milliseconds. Undefined for any other string, including durations in months or years, whose length varies.
 */
export function readDuration(text: string): number | undefined {
  const parts = iso.exec(text) ?? short.exec(text)
  if (!parts) return undefined
  return Math.round(units.reduce((sum, unit, at) => sum + unit * Number((parts[at + 1] ?? '0').replace(',', '.')), 0))
}

const unitNames = ['w', 'd', 'h', 'm', 's', 'ms']

/** Formats a duration in short form, such as `1h30m`. Rounds to seconds unless the duration is shorter than a second. */
export function shortDuration(milliseconds: number): string {
  let left = milliseconds < 1000 ? Math.round(milliseconds) : Math.round(milliseconds / 1000) * 1000
  let text = ''
  for (const [at, unit] of units.entries()) {
    const count = Math.floor(left / unit)
    if (count > 0) text += `${count}${unitNames[at]}`
    left -= count * unit
  }
  return text || '0s'
}

export function isoDuration(milliseconds: number): string {
  if (milliseconds < 0) return `-${isoDuration(-milliseconds)}`
  const days = Math.floor(milliseconds / day)
  const seconds = (milliseconds % day) / 1000
  return `P${days > 0 ? `${days}D` : ''}${days === 0 || seconds > 0 ? `T${seconds}S` : ''}`
}
