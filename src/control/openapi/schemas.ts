/** Names a document's schemas and components, and describes their members. */
import type { z } from 'zod'
import { mapInner } from './inner-schemas.ts'
import { type Io, type Json, jsonSchema } from './json-schema.ts'
import { members } from './members.ts'
import { nameInner } from './named-objects.ts'

type Mutable = Record<string, unknown>

const texts: ReadonlyMap<string, string> = new Map(Object.entries(members))

/**
 * Finds the description for the longest known suffix of a path: `FileTransferSearchReply.status`, then `SearchReply.status`, then `status`.
 */
export function descriptionOf(path: string): string | undefined {
  for (const end of endsOf(path)) {
    const text = texts.get(end)
    if (text !== undefined) return text
  }
  return undefined
}

/** Suffixes start at a name in the path, or at a word within the first name. */
const endsOf = (path: string) => [...path.matchAll(/^|(?<=\.)|(?<=[a-z\d])(?=[A-Z][\w]*\.)/g)].map(({ index }) => path.slice(index))

/** Adds descriptions to a schema. `path` begins with the component name. */
function describeMembers(schema: unknown, path: string): void {
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

export type Components = ReturnType<typeof createComponents>

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** `groups`: prefixes of component names. */
export function createComponents(groups: readonly string[]) {
  const schemas: Record<string, Json> = {}
  const nameOf = new Map<z.ZodType, string>()
  /** Names, keyed by the schema as a string. */
  const textNames = new Map<string, string>()

  function store(candidates: readonly string[], schema: Json): Json {
    const text = JSON.stringify(schema)
    const known = textNames.get(text)
    if (known !== undefined) return refTo(known)
    const name = candidates.find((each) => schemas[each] === undefined)
    if (name === undefined) throw new Error(`No name is free for a schema: ${candidates.join(', ')}`)
    schemas[name] = schema
    textNames.set(text, name)
    return refTo(name)
  }

  function refJson(name: string, schema: Json, io: Io): Json {
    describeMembers(schema, name)
    const group = groups.find((each) => name.startsWith(each)) ?? ''
    const nullable = io === 'output' || group === 'Control'
    const documented = io === 'input' ? withoutDefaults(schema) : schema
    return store([name], nameInner(documented, { store, nullable, group, component: name, members: [] }))
  }

  return {
    schemas,
    /** Returns a reference to a schema. A schema keeps the first name it is given. */
    ref(name: string, schema: z.ZodType, io: Io): Json {
      const known = nameOf.get(schema)
      if (known !== undefined) return refTo(known)
      const reference = refJson(name, jsonSchema(schema, io), io)
      nameOf.set(schema, String(reference.$ref).split('/').at(-1) ?? name)
      return reference
    },
    /** Like `ref`, but for a JSON Schema. */
    refJson,
    /**
     * Returns a reference to a single schema for all objects with this name. The schema has all members of these objects, and requires only
     * members that all of them require.
     */
    merged(name: string, schema: Json): Json {
      describeMembers(schema, name)
      schemas[name] = schemas[name] ? mergeObjects(schemas[name], schema) : schema
      return refTo(name)
    },
  }
}

/** Moves defaults into descriptions, because openapi-typescript treats members with a default as required. Trivial defaults are dropped. */
function withoutDefaults(schema: Json): Json {
  const { default: usual, description, ...rest } = mapInner(schema, withoutDefaults)
  const isSaid = (typeof usual === 'string' && usual !== '') || (typeof usual === 'number' && usual !== 0) || usual === true
  const said = [...(typeof description === 'string' ? [description] : []), ...(isSaid ? [`The default is ${usual}.`] : [])]
  return { ...rest, ...(said.length === 0 ? {} : { description: said.join(' ') }) }
}

type Members = Readonly<Record<string, Json>>

function mergeObjects(one: Json, other: Json): Json {
  const [members, more] = [one.properties, other.properties] as [Members, Members]
  const [required, demanded] = [one.required, other.required] as [string[], string[]]
  return {
    ...one,
    properties: {
      ...members,
      ...more,
      ...Object.fromEntries(
        Object.entries(members).flatMap(([name, member]) => (more[name] ? [[name, mergeExamples(member, more[name])]] : [])),
      ),
    },
    required: required.filter((name) => demanded.includes(name)),
  }
}

const mergeExamples = (one: Json, other: Json): Json => {
  const examples = [...new Set([one.examples, other.examples].flatMap((each) => (each ?? []) as unknown[]))]
  return examples.length === 0 ? one : { ...one, examples }
}

/** `fileTransfer.overview` becomes `FileTransferOverview`. */
export const pascal = (id: string): string => id.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())
