/** Converts schema issues to messages with a location and valid choices. */
import type { z } from 'zod'
import { Misuse, nearest, placeIn, unknownName } from '../misuse.ts'

type Issue = z.core.$ZodIssue

/** Splits an issue: returns one per misspelt name or, for a union, the issues of the branch that was probably intended. */
export function single(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ ...issue, keys: [key] }))
  if (issue.code !== 'invalid_union') return [issue]
  const inner = meantBranch(issue)
    ?.flatMap(single)
    .map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
  return inner === undefined || inner.length === 0 ? [issue] : inner
}

/** Removes issues caused by a misspelt name in the same object. */
export function withoutMisspelt(schema: z.core.$ZodType, issues: readonly Issue[]): Issue[] {
  const around = new Set<string>()
  const meant = new Set<string>()
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const [best] = nearest(issue.keys[0] ?? '', namesAt(schema, issue.path) ?? [])
    around.add(printed(issue.path))
    if (best !== undefined) meant.add(printed([...issue.path, best]))
  }
  return issues.filter(({ code, path }) => code === 'unrecognized_keys' || !(code === 'custom' ? around : meant).has(printed(path)))
}

export function misuseOf(location: string, schema: z.core.$ZodType, value: unknown, issue: Issue | undefined, separator: string): Misuse {
  if (!issue) return new Misuse(`${location}: this cannot be read.`)
  const path = printed(issue.path)
  const located = placeIn(value, issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path)
  const whole = located === undefined ? location : `${located}: ${location}`
  const at = path === '' ? whole : `${whole}${separator}${path.slice(path.startsWith('.') ? 1 : 0)}`
  if (issue.code === 'unrecognized_keys') {
    const message = `${at}: unknown member ${issue.keys.map(excerpt).join(', ').slice(0, 300)}.`
    const names = namesAt(schema, issue.path)
    return names ? unknownName(message, issue.keys[0] ?? '', names) : new Misuse(message)
  }
  const wrongValue = valueAt(value, issue.path)
  if (wrongValue === undefined && issue.code !== 'custom') return new Misuse(`${at} is missing.`)
  if (issue.code === 'invalid_value') {
    const members = namesAt(schema, issue.path, () => undefined)
    const nor = members ? `, which is also not of the form { ${members.join(', ')} }` : ''
    return unknownName(`${at}: unknown value ${excerpt(wrongValue)}${nor}.`, String(wrongValue), issue.values.map(String))
  }
  const shown =
    wrongValue === undefined || (issue.code === 'custom' && typeof wrongValue === 'object')
      ? ''
      : `${excerpt(wrongValue)}${/^[a-z]/.test(issue.message) ? '' : ':'} `
  return new Misuse(`${at}: ${shown}${issue.message.replace(/\.?$/, '.')}`, choicesOf(schema, issue))
}

function choicesOf(schema: z.core.$ZodType, issue: Issue): readonly string[] | undefined {
  if (issue.code === 'custom') return issue.params?.choices
  return issue.code === 'invalid_type' && issue.expected !== 'record' ? namesAt(schema, issue.path) : undefined
}

const printed = (path: readonly PropertyKey[]) =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 100)}`)).join('')

/** Prefers a misspelt name, because it often explains why something else is missing. */
export function mostTelling(issues: readonly Issue[]): Issue | undefined {
  const [first] = issues
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues.find(({ code }) => code === 'invalid_value') ?? first
  return issue?.code === 'invalid_union' ? ofUnion(issue) : issue
}

function ofUnion(issue: z.core.$ZodIssueInvalidUnion): Issue {
  const inner = mostTelling(meantBranch(issue) ?? [])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

/** Returns the issues of the branch that the user probably intended: the branch with the right type and the fewest issues. */
const meantBranch = ({ errors }: z.core.$ZodIssueInvalidUnion): readonly Issue[] | undefined =>
  errors
    .filter((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
    .toSorted((one, other) => distance(one) - distance(other))
    .at(0)

function distance(issues: readonly Issue[]): number {
  const of = (issue: Issue) => (issue.code === 'unrecognized_keys' ? 10 * issue.keys.length : issue.path.length === 0 ? 100 : 1)
  return issues.reduce((sum, issue) => sum + of(issue), 0)
}

const valueAt = (document: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part], document)

function excerpt(value: unknown): string {
  const text = String(JSON.stringify(value))
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/**
 * Returns the member names that a schema allows at a path. Undefined if the schema lists none. `inList`: returns the names that a list or
 * map accepts.
 */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[], inList = enumNames): string[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'nullable') return namesAt(def.innerType, path, inList)
  if (def.type === 'union') {
    const names = def.options.flatMap((option) => namesAt(option, path, inList) ?? [])
    return names.length > 0 ? names : undefined
  }
  const [part, ...rest] = path
  if (def.type === 'array' && typeof part === 'number') return namesAt(def.element, rest, inList)
  if (def.type === 'array' && part === undefined) return inList(def.element)
  if (def.type === 'record') return part === undefined ? inList(def.keyType) : namesAt(def.valueType, rest, inList)
  if (def.type !== 'object') return undefined
  const inner = part === undefined ? undefined : def.shape[String(part)]
  return inner ? namesAt(inner, rest, inList) : part === undefined ? Object.keys(def.shape) : undefined
}

function enumNames(schema: z.core.$ZodType): string[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'enum' ? Object.values(def.entries).map(String) : undefined
}
