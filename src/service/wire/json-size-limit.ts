/** The limits of a JSON body: its values, and its levels. */
import { extentOf } from './json-extent.ts'
import { mostLevels } from './json-scan.ts'

/** Source: assumed; an order with 10,000 reminders has half as many. */
const mostValues = 250_000

export interface SizeError {
  readonly reason: string
  readonly tooDeep: boolean
}

/** What is wrong with the size of a text; undefined when nothing is. Of two errors, the one that stands first. */
export function sizeError(text: string, most = mostLevels): SizeError | undefined {
  if (isSmall(text)) return undefined
  const { values, levels } = extentOf(text, { values: mostValues, levels: most })
  if (values > mostValues) return { reason: `The body holds more than ${mostValues} values.`, tooDeep: false }
  return levels > most ? { reason: `The maximum depth of ${most} has been exceeded.`, tooDeep: true } : undefined
}

/** A value needs a character, and a level a bracket: most bodies are so small that one look is enough. */
const isSmall = (text: string) => text.length < mostValues && openings(text, '{') + openings(text, '[') <= mostLevels

/** Stops counting where there are too many. */
function openings(text: string, bracket: string): number {
  let count = 0
  for (let at = text.indexOf(bracket); at >= 0 && count <= mostLevels; at = text.indexOf(bracket, at + 1)) count += 1
  return count
}
