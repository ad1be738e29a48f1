/** What a schema has against something that a user of Standin wrote: the place, the mistake, and the valid choices. */
import type { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { faultWords } from './fault-words.ts'
import { placeIn } from './located.ts'

type Issue = z.core.$ZodIssue

/** The value as its schema has it. `place` says where the whole stands, `separator` what comes before a place within it. */
export function readAs<S extends z.ZodType>(place: string, schema: S, value: unknown, separator: '.' | ', ' = ', '): z.output<S> {
  const read = schema.safeParse(value, { error: faultWords })
  if (read.success) return read.data
  throw faultOf(place, schema, value, read.error.issues, separator)
}

/** The most telling fault only: the next asking shows the next. */
function faultOf(place: string, schema: z.core.$ZodType, value: unknown, issues: readonly Issue[], separator: string): Misuse {
  const issue = telling(issues)
  if (!issue) return new Misuse(`${place}: this cannot be read.`)
  const path = printed(issue.path)
  const located = placeIn(value, issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path)
  const whole = located === undefined ? place : `${located}: ${place}`
  const at = path === '' ? whole : `${whole}${separator}${path.slice(path.startsWith('.') ? 1 : 0)}`
  if (issue.code === 'unrecognized_keys') {
    return new Misuse(`${at}: there is no ${issue.keys.map(excerpt).join(', ').slice(0, 300)}.`, namesAt(schema, issue.path))
  }
  const found = valueAt(value, issue.path)
  if (found === undefined && issue.code !== 'custom') return new Misuse(`${at} is missing.`)
  if (issue.code === 'invalid_value') return new Misuse(`${at}: ${excerpt(found)} is not known.`, issue.values.map(String))
  const shown =
    found === undefined || (issue.code === 'custom' && typeof found === 'object')
      ? ''
      : `${excerpt(found)}${/^[a-z]/.test(issue.message) ? '' : ':'} `
  return new Misuse(`${at}: ${shown}${issue.message.replace(/\.?$/, '.')}`, choicesOf(schema, issue))
}

function choicesOf(schema: z.core.$ZodType, issue: Issue): readonly string[] | undefined {
  if (issue.code === 'custom') return issue.params?.choices
  return issue.code === 'invalid_type' && issue.expected !== 'record' ? namesAt(schema, issue.path) : undefined
}

const printed = (path: readonly PropertyKey[]) =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 100)}`)).join('')

/** A name that does not exist explains what is missing elsewhere. */
function telling(issues: readonly Issue[]): Issue | undefined {
  const [first] = issues
  const found = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues.find(({ code }) => code === 'invalid_value') ?? first
  return found?.code === 'invalid_union' ? tellingOf(found) : found
}

/** Of the branches of a union, the one that its author meant: of the right type, and with the fewest mistakes. */
function tellingOf(issue: z.core.$ZodIssueInvalidUnion): Issue {
  const [meant] = issue.errors
    .filter((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
    .toSorted((one, other) => strangeness(one) - strangeness(other))
  const inner = meant && telling(meant)
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

function strangeness(issues: readonly Issue[]): number {
  const of = (issue: Issue) => (issue.code === 'unrecognized_keys' ? 10 * issue.keys.length : issue.path.length === 0 ? 100 : 1)
  return issues.reduce((sum, issue) => sum + of(issue), 0)
}

const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part], document)

function excerpt(value: unknown): string {
  const text = String(JSON.stringify(value))
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** The names that are valid at a place of a schema; undefined where it has no names of its own. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'nullable') return namesAt(def.innerType, path)
  if (def.type === 'union') return def.options.flatMap((option) => namesAt(option, path) ?? [])
  const [part, ...rest] = path
  if (def.type === 'array' && typeof part === 'number') return namesAt(def.element, rest)
  if (def.type === 'array' && part === undefined) return valuesOf(def.element)
  if (def.type === 'record') return part === undefined ? valuesOf(def.keyType) : namesAt(def.valueType, rest)
  if (def.type !== 'object') return undefined
  const inner = part === undefined ? undefined : def.shape[String(part)]
  return inner ? namesAt(inner, rest) : part === undefined ? Object.keys(def.shape) : undefined
}

/** Of an enumeration. */
function valuesOf(schema: z.core.$ZodType): string[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'enum' ? Object.values(def.entries).map(String) : undefined
}
