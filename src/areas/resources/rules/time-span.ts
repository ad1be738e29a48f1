/** Reads durations in the form of XML Schema, and writes them in the form of .NET, as the broker does. Source: file-transfer §9. */
import { trimBlanks } from '../../../wire/values/blank.ts'

/** Seconds may have a point without digits before or after it. */
const form = /^-?P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=[\d.])(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?|\.\d*)S)?)?$/
/** A year has 365 days and a month has 30, as in .NET. */
const units = [365 * 86_400_000, 30 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000]

/** The most of one unit. */
const mostOfUnit = 2 ** 31 - 1
/** The most that .NET counts in ticks of 100 nanoseconds. */
const longest = 2 ** 63 / 10_000

/** Milliseconds, also negative ones; undefined for any other text. */
export function readTimeSpan(text: string): number | undefined {
  const written = trimBlanks(text)
  const parts = form.exec(written)
  if (!parts) return undefined
  const numbers = units.map((_, at) => Number(parts[at + 1] === '.' ? 0 : (parts[at + 1] ?? 0)))
  if (numbers.some((number) => Math.floor(number) > mostOfUnit)) return undefined
  const length = Math.round(units.reduce((sum, unit, at) => sum + unit * (numbers[at] ?? 0), 0))
  if (length >= longest) return undefined
  return written.startsWith('-') && length > 0 ? -length : length
}

/** Writes milliseconds as `[-][d.]hh:mm:ss[.fffffff]`. */
export function timeSpan(milliseconds: number): string {
  if (milliseconds < 0) return `-${timeSpan(-milliseconds)}`
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const days = Math.floor(milliseconds / 86_400_000)
  const time = `${two((milliseconds / 3_600_000) % 24)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`
  const fraction = milliseconds % 1000
  return `${days > 0 ? `${days}.` : ''}${time}${fraction > 0 ? `.${String(fraction).padStart(3, '0')}0000` : ''}`
}
