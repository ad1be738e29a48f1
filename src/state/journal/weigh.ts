/** Estimates the bytes of a line from its texts. */
import type { Line } from '../journal-line.ts'

/** The bytes of a line without its texts, of one header, and of one rule that was considered. Estimated. */
const [bareLine, bareHeader, bareResult] = [800, 60, 40]

/** The bytes of a line when its call arrives, estimated. */
export const weighArrival = ({ path, query, requestHeaders }: Line): number =>
  bareLine + sizeOf(path) + sizeOf(query) + headersWeight(requestHeaders)

/** The bytes that a line has got since then, when it is closed. */
export function weighRest({ why, requestBody, replyHeaders, replyBody, considered }: Line): number {
  const rules = considered ? bareResult * considered.results.length : 0
  return sizeOf(why) + sizeOf(requestBody) + sizeOf(replyBody) + rules + (replyHeaders ? headersWeight(replyHeaders) : 0)
}

/** Engines keep a text that has a character beyond Latin-1 in two bytes a character. */
const wide = /[^\0-\xff]/

const sizeOf = (text: string | null) => (text ? (wide.test(text) ? 2 : 1) * text.length : 0)

/** Headers come in Latin-1, except for the signs that stand in place of secrets. */
function headersWeight(headers: Line['requestHeaders']): number {
  let sum = 0
  for (const name in headers) {
    const value = headers[name]
    sum += bareHeader + name.length
    if (typeof value === 'string') sum += value.length
    else if (value) for (const one of value) sum += bareHeader + one.length
  }
  return sum
}
