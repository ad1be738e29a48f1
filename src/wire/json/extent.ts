/** How far a JSON document may reach before nobody reads it: a small body has room for millions of mistakes, each dearer than its cause. */

/** Source: notifications §3.1. */
const levels = 32
/** Source: assumed; an order with 10,000 reminders has half as many. */
const values = 250_000

/** What is wrong with the reach of a document; undefined when nothing is. */
export function extentFault(document: unknown): string | undefined {
  let left = values
  function visit(value: unknown, depth: number): string | undefined {
    if (--left < 0) return `The body holds more than ${values} values.`
    if (typeof value !== 'object' || value === null) return undefined
    if (depth === levels) return `The maximum depth of ${levels} has been exceeded.`
    for (const inner of Array.isArray(value) ? value : Object.values(value)) {
      const fault = visit(inner, depth + 1)
      if (fault !== undefined) return fault
    }
    return undefined
  }
  return visit(document, 0)
}
