/** Estimates the bytes of a line from its texts. */
import type { Line } from '../journal-line.ts'

/** The bytes of a line without its texts, of one header, and of one rule that was considered. Estimated. */
const [bareLine, bareHeader, bareResult] = [800, 60, 40]

/** The bytes of a line when its call arrives, estimated. An address has no character beyond Latin-1. */
export const weighArrival = ({ path, query, requestHeaders }: Line): number =>
  bareLine + (path?.length ?? 0) + query.length + headersWeight(requestHeaders)

/** The bytes that a line has got since then, when it is closed. */
export function weighRest({ why, requestBody, requestBytes, replyHeaders, replyBody, replyBytes, considered }: Line): number {
  const rules = considered ? bareResult * considered.results.length : 0
  const texts = 2 * (why?.length ?? 0) + sizeOf(requestBody, requestBytes) + sizeOf(replyBody, replyBytes)
  return texts + rules + (replyHeaders ? headersWeight(replyHeaders) : 0)
}

/** Engines keep some texts in two bytes a character, but none that has as many bytes as characters. */
const sizeOf = (text: string | null, bytes: number | null) => (text ? (bytes === text.length ? 1 : 2) * text.length : 0)

/** Headers come in Latin-1, except for the signs that stand in place of secrets. */
function headersWeight(headers: Line['requestHeaders']): number {
  let sum = 0
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    sum += bareHeader + name.length
    if (typeof value === 'string') sum += value.length
    else if (value) for (const one of value) sum += bareHeader + one.length
  }
  return sum
}
