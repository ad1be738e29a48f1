/** Counts the values and the levels of JSON before anything parses it, because each of them costs far more than its bytes. */
import { isBlank } from './json/tokens.ts'

export interface Extent {
  readonly values: number
  readonly levels: number
}

/**
 * One pass, which stops where the text has more than `most`. In a text that is not JSON, it counts brackets and commas as if the text were
 * JSON.
 */
export function extentOf(text: string, most: Extent): Extent {
  let [level, levels, values] = [0, 0, 1]
  let isFirst = false
  for (let at = 0; at < text.length && values <= most.values && levels <= most.levels; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) continue
    // A list or an object has one member more than commas, unless it is empty.
    if (code === comma || (isFirst && !isClosing(code))) values += 1
    isFirst = isOpening(code)
    if (isFirst) {
      level += 1
      if (level > levels) levels = level
    } else if (isClosing(code)) level -= 1
    else if (code === quote) at = endOfString(text, at)
  }
  return { values, levels }
}

const [quote, comma, backslash, list, object, endOfList, endOfObject] = Array.from('",\\[{]}', (sign) => sign.charCodeAt(0))

const isOpening = (code: number) => code === list || code === object
const isClosing = (code: number) => code === endOfList || code === endOfObject

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const end = text.indexOf('"', at)
    if (end < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
    at = end
  }
}
