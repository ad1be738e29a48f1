/** Reads ISO 8601 durations of fixed length: weeks, days, hours, minutes and seconds. */

const form = /^P(?!$)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d{1,9})?)S)?)?$/
const units = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000]

/** Milliseconds. Undefined for any other text, also with months or years, which have no fixed length. */
export function readDuration(text: string): number | undefined {
  const parts = form.exec(text)
  if (!parts) return undefined
  return Math.round(units.reduce((sum, unit, at) => sum + unit * Number((parts[at + 1] ?? '0').replace(',', '.')), 0))
}
