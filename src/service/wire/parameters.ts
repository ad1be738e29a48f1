/** Reads the values of query parameters, and writes values into paths. */
import { Misuse } from './misuse.ts'
import { trimBlanks } from './text.ts'
import { readTimestamp, type Timestamp } from './timestamp.ts'

const mostInteger = 2 ** 31 - 1

/**
 * Reads a name in any case, or the index of a name. Returns the name, the number if no name has that index, or undefined for any other
 * text. Source: file-transfer §4.3.
 */
export function readChoice<T extends string>(names: readonly T[], text: string): T | number | undefined {
  const wanted = trimBlanks(text).toLowerCase()
  const named = names.find((name) => name.toLowerCase() === wanted)
  if (named !== undefined || !/^[+-]?\d+$/.test(wanted)) return named
  const index = Number(wanted)
  return names[index] ?? (Math.abs(index) > mostInteger ? undefined : index)
}

/** An unsigned number of 32 bits as .NET reads it; undefined for any other text. */
export function readUnsigned(text: string): number | undefined {
  const [, sign, digits = ''] = /^[\t-\r ]*([+-]?)(\d+)[\t-\r ]*\0*$/.exec(text) ?? []
  const value = Number(digits)
  if (digits === '' || value > 0xffff_ffff || (sign === '-' && value !== 0)) return undefined
  return value
}
export function readFlag(text: string): boolean | undefined {
  const wanted = trimBlanks(text).toLowerCase()
  return wanted === 'true' ? true : wanted === 'false' ? false : undefined
}

/** Date, time and zone. The year comes first, or the month does, as in the invariant culture of .NET. */
const instant =
  /^(?:(\d{4})[-/](\d{1,2})[-/](\d{1,2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?:(?:T| +)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,16}))?)? *(Z|GMT|([+-])(\d\d)(?::?(\d\d))?)?)?$/i
const two = (digits = '0') => digits.padStart(2, '0')

/** A time in the forms of .NET; undefined for any other text. */
export function readInstant(text: string): Timestamp | undefined {
  const parts = instant.exec(trimBlanks(text))
  if (!parts) return undefined
  const [, year, month, day, otherMonth, otherDay, otherYear, hour, minute, second, fraction = '0', zone, sign, east, rest] = parts
  const written = `${year ?? otherYear}-${two(month ?? otherMonth)}-${two(day ?? otherDay)}`
  const offset = sign === undefined ? 'Z' : `${sign}${two(east)}:${two(rest)}`
  const time = readTimestamp(`${written}T${two(hour)}:${two(minute)}:${two(second)}.${fraction}${offset}`)
  return time && { ...time, zoned: zone !== undefined }
}

/** Reading an address removes such a part of a path, and the part before it. Some proxies decode `%2e` first. */
const wayUp = /^(?:\.|%2e){1,2}$/i

/** Whether an address would lose the value, or change on its account. */
const isLost = (value: string): boolean => value === '' || !value.isWellFormed() || wayUp.test(value)

/** Throws {@link Misuse} for a value that no path can hold. */
export function demandPathValue(name: string, value: string): void {
  if (!isLost(value)) return
  const why =
    value === '' ? 'an address needs a value there' : value.isWellFormed() ? 'an address would go another way' : 'half a character'
  throw new Misuse(`${name} is ${JSON.stringify(value.slice(0, 100))}: ${why}. Give the name or id of one.`)
}

/** The value, encoded as one part of a path. Throws {@link Misuse} for a value that no path can hold. */
export function pathValue(name: string, value: string | number = ''): string {
  const text = String(value)
  demandPathValue(name, text)
  return encodeURIComponent(text)
}
