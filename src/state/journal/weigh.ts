/** Estimates the bytes of a line from its texts. */
import type { Line } from '../journal-line.ts'

/** The bytes of a line without its texts, of one header, and of one rule that was considered. Estimated. */
const [bareLine, bareHeader, bareResult] = [800, 60, 40]

/** The bytes of a line, estimated. */
export function weigh({ path, why, requestHeaders, query, requestBody, replyHeaders, replyBody, considered }: Line): number {
  const texts = sizeOf(path) + sizeOf(why) + sizeOf(query) + sizeOf(requestBody) + sizeOf(replyBody)
  const rules = considered ? bareResult * considered.results.length : 0
  return bareLine + texts + rules + headersWeight(requestHeaders) + (replyHeaders ? headersWeight(replyHeaders) : 0)
}

/** Engines keep a text that has a character beyond Latin-1 in two bytes a character. */
const wide = /[^\0-\xff]/

const sizeOf = (text: string | null) => (text ? (wide.test(text) ? 2 : 1) * text.length : 0)

function headersWeight(headers: Line['requestHeaders']): number {
  let sum = 0
  for (const name in headers) {
    const value = headers[name]
    sum += bareHeader + name.length
    if (typeof value === 'string') sum += sizeOf(value)
    else if (value) for (const one of value) sum += bareHeader + sizeOf(one)
  }
  return sum
}
