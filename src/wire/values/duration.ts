/** Reads durations of fixed length, in ISO 8601 or in short: `PT1H30M` and `1h30m` are the same. */

const iso = /^P(?!$)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/
const short =
  /^(?=\d)(?:(\d{1,6}(?:\.\d{1,9})?)w)?(?:(\d{1,6}(?:\.\d{1,9})?)d)?(?:(\d{1,9}(?:\.\d{1,9})?)h)?(?:(\d{1,9}(?:\.\d{1,9})?)m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,9}(?:\.\d{1,9})?)ms)?$/
const units = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000, 1]

/** Ends the sentence "this is not …", for everybody who asks for a duration. */
export const durationForm = 'a duration of fixed length, such as 30s, 1h30m, 8d or PT10M'

/** Milliseconds. Undefined for any other text, also with months or years, which have no fixed length. */
export function readDuration(text: string): number | undefined {
  const parts = iso.exec(text) ?? short.exec(text)
  if (!parts) return undefined
  return Math.round(units.reduce((sum, unit, at) => sum + unit * Number((parts[at + 1] ?? '0').replace(',', '.')), 0))
}

const day = 86_400_000

/** The duration in ISO 8601. */
export function isoDuration(milliseconds: number): string {
  if (milliseconds < 0) return `-${isoDuration(-milliseconds)}`
  const days = Math.floor(milliseconds / day)
  const seconds = (milliseconds % day) / 1000
  return `P${days > 0 ? `${days}D` : ''}${days === 0 || seconds > 0 ? `T${seconds}S` : ''}`
}
