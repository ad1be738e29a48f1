/** Reads the JSON of a body as the service does: the names of members may be in any case, and of duplicates the last one counts. */
import { parseJson } from '../../wire/json/parse.ts'

export type Members = Readonly<Record<string, unknown>>

/** Undefined for a body that is not known, that was cut because it was long, or that is not an object: it shows nothing. */
export function membersOf(text: string | null): Members | undefined {
  if (text === null) return undefined
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}

/** The name of a member as the body spells it. */
export const nameIn = (members: Members, name: string): string | undefined =>
  Object.keys(members).findLast((each) => each === name || each.toLowerCase() === name.toLowerCase())

export function memberOf(members: Members, name: string): unknown {
  const spelt = nameIn(members, name)
  return spelt === undefined ? undefined : members[spelt]
}

/** The texts of a body that are ids of records, at most `most`, in lower case. */
export function idsIn(text: string | null, most: number): string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (found.length >= most) return
    if (typeof value === 'string' && isId(value)) found.push(value.toLowerCase())
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each)
  }
  visit(membersOf(text))
  return found
}

const isId = (text: string) => text.length === 36 && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
