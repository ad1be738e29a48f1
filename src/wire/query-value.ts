/** How the text of a query parameter becomes a value. Source: file-transfer §4.3. */
import { readTimestamp } from './send-time.ts'

const mostInteger = 2 ** 31 - 1

/** One of the names, in any case or by its index; the number when it is none's index; undefined when the text is neither. */
export function readChoice<T extends string>(names: readonly T[], text: string): T | number | undefined {
  const wanted = text.trim().toLowerCase()
  const named = names.find((name) => name.toLowerCase() === wanted)
  if (named !== undefined || !/^[+-]?\d+$/.test(wanted)) return named
  const index = Number(wanted)
  return names[index] ?? (Math.abs(index) > mostInteger ? undefined : index)
}

export function readFlag(text: string): boolean | undefined {
  const wanted = text.trim().toLowerCase()
  return wanted === 'true' ? true : wanted === 'false' ? false : undefined
}

const date = String.raw`(?:(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})|(?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4}))`
const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<fraction>\d{1,16}))?)?`
const zone = String.raw`(?<utc>Z|GMT)|(?<sign>[+-])(?<east>\d\d)(?::?(?<rest>\d\d))?`
const instant = new RegExp(`^${date}(?:(?:T| +)${time} *(?:${zone})?)?$`, 'i')

/** Milliseconds since 1970. UTC where the text has no offset. */
export function readInstant(text: string): number | undefined {
  const parts = instant.exec(text.trim())?.groups
  if (!parts) return undefined
  const two = (name: string) => (parts[name] ?? '0').padStart(2, '0')
  const offset = parts['sign'] ? `${parts['sign']}${two('east')}:${two('rest')}` : 'Z'
  const seconds = `${two('second')}.${parts['fraction'] ?? '0'}`
  return readTimestamp(`${parts['year']}-${two('month')}-${two('day')}T${two('hour')}:${two('minute')}:${seconds}${offset}`)?.at
}
