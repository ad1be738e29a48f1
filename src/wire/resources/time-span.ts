/** Reads durations in the form of XML Schema, and writes them in the form of .NET, as the broker does. Source: file-transfer §9. */

const form =
  /^-?P(?!$)(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/
/** A year has 365 days and a month has 30, as in .NET. */
const units = [365 * 86_400_000, 30 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000]

/** The most that .NET counts in ticks of 100 nanoseconds. */
const longest = 2 ** 63 / 10_000

/** Milliseconds, also negative ones; undefined for any other text. */
export function readTimeSpan(text: string): number | undefined {
  const parts = form.exec(text.trim())
  if (!parts) return undefined
  const length = Math.round(units.reduce((sum, unit, at) => sum + unit * Number(parts[at + 1] ?? 0), 0))
  if (length >= longest) return undefined
  return text.trim().startsWith('-') && length > 0 ? -length : length
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
