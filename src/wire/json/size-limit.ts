/** Finds JSON texts that nest too deeply or hold too many values before anything parses them, because each value and level costs far more than its bytes. */
import { mostLevels } from './scan.ts'
import { isBlank } from './tokens.ts'

/** Source: assumed; an order with 10,000 reminders has half as many. */
const mostValues = 250_000

export interface SizeError {
  readonly reason: string
  readonly tooDeep: boolean
}

/**
 * What is wrong with the size of a text; undefined when nothing is. One pass, which stops at the first error. In a text that is not JSON,
 * it counts brackets and commas as if the text were JSON.
 */
export function sizeError(text: string): SizeError | undefined {
  if (isSmall(text)) return undefined
  let level = 0
  let values = 1
  let isFirst = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) continue
    // A list or an object has one member more than commas, unless it is empty.
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

/** A value needs a character, and a level a bracket: most bodies are so small that one look is enough. */
const isSmall = (text: string) => text.length < mostValues && openings(text, '{') + openings(text, '[') <= mostLevels

/** Stops counting where there are too many. */
function openings(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0 && count <= mostLevels; at = text.indexOf(bracket, at + 1)) count += 1
  return count
}

const comma = 0x2c
const quote = 0x22
const backslash = 0x5c

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
