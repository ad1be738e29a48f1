/** Estimates the bytes of a line from the lengths of its texts. */
import type { Line } from '../journal-line.ts'

/** The bytes of a line without its texts, of one header, and of one rule that was considered. Estimated. */
const [bareLine, bareHeader, bareResult] = [800, 60, 40]

/** The bytes of a line, estimated: a character counts as one. */
export function weigh({ path, why, request, reply, considered }: Line): number {
  const texts = lengthOf(path) + lengthOf(why) + lengthOf(request.query) + lengthOf(request.body) + lengthOf(reply?.body)
  const rules = considered ? bareResult * considered.results.length : 0
  return bareLine + texts + rules + headersWeight(request.headers) + (reply ? headersWeight(reply.headers) : 0)
}

const lengthOf = (text: string | null | undefined) => text?.length ?? 0

function headersWeight(headers: Line['request']['headers']): number {
  let sum = 0
  for (const name in headers) {
    const value = headers[name]
    sum += bareHeader + name.length
    if (typeof value === 'string') sum += value.length
    else if (value) for (const one of value) sum += bareHeader + one.length
  }
  return sum
}
