/** Whether a value has what is wanted of it, at any depth. */

/** An object may have more members than wanted. A list has the wanted entries in their order, and no others. */
export function holds(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(value, wanted)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((each, at) => holds(value[at], each))
  return Object.entries(wanted).every(([name, each]) => Object.hasOwn(value, name) && holds((value as Record<string, unknown>)[name], each))
}
