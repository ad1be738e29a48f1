/** Turns each nested object into a component, because client generators would otherwise name such objects `Anonymous`. */
import { hasNullType, isNullSchema, type Json, mapInner, type Step, typesOf } from './inner-schemas.ts'

interface SchemaPath {
  /** Stores a component under the first available name and returns a reference to it. */
  readonly store: (names: readonly string[], schema: Json) => Json
  /**
   * True to document that an object can be null. False for requests to the service: null means that the member is absent, and all
   * generators understand a plain reference as the named type.
   */
  readonly nullable: boolean
  /** The prefix of component names, such as `Notifications`. */
  readonly group: string
  readonly component: string
  /** The member names on the path from the component. */
  readonly members: readonly string[]
}

export function nameInner(schema: Json, path: SchemaPath): Json {
  const orNull = (schema.oneOf as Json[] | undefined)?.some(isNullSchema) === true
  return mapInner(schema, (inner, step) => {
    const at = orNull ? path : { ...path, members: stepped(path.members, step, inner) }
    return reference(nameInner(inner, at), at, step)
  })
}

function reference(schema: Json, { store, nullable, ...path }: SchemaPath, { by }: Step): Json {
  const { title: _, description, default: usual, ...bare } = schema
  const beside = { ...(description === undefined ? {} : { description }), ...(usual === undefined ? {} : { default: usual }) }
  const union = bare.oneOf as Json[] | undefined
  if (union?.some(isNullSchema)) return nullable ? { ...bare, ...beside } : { ...union.find((each) => !isNullSchema(each)), ...beside }
  if (!isNamed(bare, by)) return schema.title === undefined ? schema : { ...bare, ...beside }
  if (!hasNullType(bare)) return { ...store(namesOf(path), bare), ...beside }
  const plain = store(namesOf(path), { ...bare, type: typesOf(bare)[0] })
  // ASP.NET Core's form for a nullable reference, which generators recognize.
  return nullable ? { oneOf: [plain, { type: 'null' }], ...beside } : { ...plain, ...beside }
}

/** True for objects with known members, unions of such objects, and enumerations in lists. */
const isNamed = ({ properties, anyOf, enum: words }: Json, by: Step['by']): boolean =>
  properties !== undefined ||
  (anyOf as Json[] | undefined)?.some(({ $ref }) => $ref !== undefined) === true ||
  (words !== undefined && by === 'item')

function stepped(members: readonly string[], { by, name, at }: Step, { title }: Json): readonly string[] {
  if (typeof title === 'string') return [...(by === 'member' ? members : members.slice(0, -1)), title]
  if (by === 'member') return [...members, name]
  const [last = ''] = members.slice(-1)
  return [...members.slice(0, -1), by === 'item' ? entryOf(last) : `${last}Variant${at + 1}`]
}

/** Returns the name for an entry of a list: `recipient` for `recipients`, `storyEntry` for `story`. */
function entryOf(list: string): string {
  if (list.endsWith('ies')) return `${list.slice(0, -3)}y`
  if (/(?:ss|us|x|ch)es$/.test(list)) return list.slice(0, -2)
  return /[^s]s$/.test(list) ? list.slice(0, -1) : `${list}Entry`
}

/** Returns possible names, shortest first: the last word, the last two words and so on, then the same with the component name in front. */
function namesOf({ group, component, members }: Pick<SchemaPath, 'group' | 'component' | 'members'>): string[] {
  const words = members.map(wordOf)
  const ends = words.map((_, at) => words.slice(-at - 1).join(''))
  return [group, component].flatMap((start) => ends.map((end) => (end.startsWith(start) ? end : `${start}${end}`)))
}

/** `access_token` becomes `AccessToken`. */
const wordOf = (member: string) =>
  member
    .split(/[^a-zA-Z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
