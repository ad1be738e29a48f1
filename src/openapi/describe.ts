/** Describes the members of schemas that do not describe themselves. */
import { members } from './members.ts'

type Mutable = Record<string, unknown>

const texts: ReadonlyMap<string, string> = new Map(Object.entries(members))

/** Looks a path up by its longest known end: `FileTransferSearchReply.status`, then `SearchReply.status`, then `status`. */
export function descriptionOf(path: string): string | undefined {
  for (const end of endsOf(path)) {
    const text = texts.get(end)
    if (text !== undefined) return text
  }
  return undefined
}

/** An end begins with a name of the path, or with a word of its first name. */
const endsOf = (path: string) => [...path.matchAll(/^|(?<=\.)|(?<=[a-z\d])(?=[A-Z][\w]*\.)/g)].map(({ index }) => path.slice(index))

/** Writes the descriptions into a schema. `path` begins with the name of the component. */
export function describeMembers(schema: unknown, path: string): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<string, Mutable>
  for (const [name, member] of Object.entries(properties ?? {})) {
    const at = `${path}.${name}`
    const known = (member as Mutable).description ?? descriptionOf(at)
    if (known !== undefined) (member as Mutable).description = known
    describeMembers(member, at)
  }
  for (const inner of [items, additionalProperties, anyOf, oneOf, allOf].flat()) describeMembers(inner, path)
}
