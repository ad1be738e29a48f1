/** Reads how long a reply asks its client to wait. Source: RFC 9110. */
import { type CallHeaders, header } from '../../wire/http/call.ts'

/** Milliseconds; null without a header that can be read. A date counts from `Date` of the reply; without one, from `until`, the world time of the reply. */
export function retryAfterOf(headers: CallHeaders, until: number): number | null {
  const text = header(headers, 'retry-after')
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const [at, date] = [text, header(headers, 'date') ?? ''].map((each) => Date.parse(each)) as [number, number]
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(date) ? until : date))
}
