/** Points in time as clients write them. */

export interface Timestamp {
  /** Milliseconds since 1970; read as UTC where the text has no offset. */
  readonly at: number
  readonly zoned: boolean
}

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,16})?)?(Z|[+-]\d{2}:\d{2})?)?$/
const first = Date.parse('0001-01-01T00:00:00.000Z')

/** The last instant that the service's dates can hold. */
export const endOfTime = Date.parse('9999-12-31T23:59:59.999Z')

/** ISO 8601 extended: a date, or date and time, fraction and offset optional; undefined when it is none. Source: notifications §3.1. */
export function readTimestamp(text: string): Timestamp | undefined {
  const parts = form.exec(text)
  if (!parts) return undefined
  const [, date = '', time = '00:00', seconds = ':00', zone] = parts
  const written = `${date}T${time}${seconds.slice(0, 3)}`
  const utc = Date.parse(`${written}.${seconds.slice(4, 7).padEnd(3, '0')}Z`)
  // Dates that roll over (30 February, 24:00) come back written otherwise.
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== written) return undefined
  const offset = readOffset(zone)
  if (offset === undefined) return undefined
  const at = utc - offset * 60_000
  return at < first || at > endOfTime ? undefined : { at, zoned: zone !== undefined }
}

/** Minutes east of Greenwich. */
function readOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4))
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
