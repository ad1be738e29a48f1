/** How far a JSON text may reach before anything parses it: a small body has room for millions of values and levels, each dearer than its bytes. */

/** Source: notifications §3.1. */
const mostLevels = 32
/** Source: assumed; an order with 10,000 reminders has half as many. */
const mostValues = 250_000

export interface ExtentFault {
  readonly reason: string
  readonly tooDeep: boolean
}

/** What is wrong with the reach of a text; undefined when nothing is. One pass that stops at the first fault. In a text that is not JSON, signs are counted as if it were. */
export function extentFault(text: string): ExtentFault | undefined {
  let level = 0
  let values = 1
  let isFirst = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) continue
    // The members of a list or an object are one more than its commas, unless it is empty.
    if (code === comma || (isFirst && !isClosing(code))) values += 1
    if (values > mostValues) return { reason: `The body holds more than ${mostValues} values.`, tooDeep: false }
    isFirst = isOpening(code)
    if (isFirst) level += 1
    if (level > mostLevels) return { reason: `The maximum depth of ${mostLevels} has been exceeded.`, tooDeep: true }
    if (isClosing(code)) level -= 1
    if (code === quote) at = endOfString(text, at)
  }
  return undefined
}

const comma = 0x2c
const quote = 0x22
const backslash = 0x5c

const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const isOpening = (code: number) => code === 0x5b || code === 0x7b
const isClosing = (code: number) => code === 0x5d || code === 0x7d

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return text.length
}
