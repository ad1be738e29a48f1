/** Refuses JSON documents that nest too deeply or hold too many values, because each value can produce an error that is far larger. */
import { mostLevels } from './scan.ts'

/** Source: assumed; an order with 10,000 reminders has half as many. */
const mostValues = 250_000

/** What is wrong with the size of a document; undefined when nothing is. */
export function sizeError(document: unknown): string | undefined {
  let left = mostValues
  function visit(value: unknown, depth: number): string | undefined {
    if (--left < 0) return `The body holds more than ${mostValues} values.`
    if (typeof value !== 'object' || value === null) return undefined
    if (depth === mostLevels) return `The maximum depth of ${mostLevels} has been exceeded.`
    for (const inner of Array.isArray(value) ? value : Object.values(value)) {
      const error = visit(inner, depth + 1)
      if (error !== undefined) return error
    }
    return undefined
  }
  return visit(document, 0)
}
