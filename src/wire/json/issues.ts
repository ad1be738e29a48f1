/** What a schema found, as messages under keys. Source: file-transfer §7.3. */
import type { z } from 'zod'
import type { Errors } from '../refusals.ts'

/** By path, or by whatever name it has for its reader. */
export function collected(
  issues: readonly z.core.$ZodIssue[],
  nameOf = (path: readonly PropertyKey[]) => path.map(String).join('.'),
): Errors {
  const found = new Map<string, Set<string>>()
  for (const { path, message } of issues) {
    const key = nameOf(path)
    found.set(key, (found.get(key) ?? new Set()).add(message))
  }
  return sorted(Object.fromEntries([...found].map(([key, messages]) => [key, [...messages]])))
}

const levels = (key: string) => key.split(/[.[]/).length

/** By name in any case, what lies on the surface before what lies within. */
export function sorted(errors: Errors): Errors {
  const order = (one: string, other: string) => levels(one) - levels(other) || compare(one.toLowerCase(), other.toLowerCase())
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => order(one, other)))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
