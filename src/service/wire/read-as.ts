/** Validates values written by Standin users and explains mistakes with locations and valid choices. */
import type { z } from 'zod'
import { misuseOf, mostTelling, single, withoutMisspelt } from './mistakes/explaining.ts'
import { Misuse, mostMistakes, placeIn } from './misuse.ts'

/**
 * Returns the parsed value. Throws {@link Misuse} for the most informative mistake. `location`: names the value. `separator`: goes between
 * the location and a path in the value. `seldom`: do not compile the schema, which would take longer than parsing.
 */
export function readAs<S extends z.ZodType>(
  location: string,
  schema: S,
  value: unknown,
  separator: '.' | ', ' = ', ',
  seldom = false,
): z.output<S> {
  const how = seldom ? { jitless: true } : {}
  const read = schema.safeParse(value, { ...firstOnly, ...how })
  if (read.success) return read.data
  const { issues } = (isLarge(value) ? undefined : schema.safeParse(value, { error: messageOf, ...how }).error) ?? read.error
  throw misuseOf(location, schema, value, mostTelling(issues), separator)
}

/** In a document with more values than this, only the first mistake is reported. */
const mostLookedAt = 100_000

function isLarge(value: unknown): boolean {
  const pending = [value]
  for (let seen = 0; pending.length > 0; ) {
    const each = pending.pop()
    if (typeof each !== 'object' || each === null) continue
    const inner: readonly unknown[] = Array.isArray(each) ? each : Object.values(each)
    seen += inner.length
    if (seen > mostLookedAt) return true
    for (const one of inner) pending.push(one)
  }
  return false
}

/** An error in a document, and its path. `unknown`: the unknown member at that path. */
export interface Mistake {
  readonly misuse: Misuse
  readonly at: { path: (string | number)[]; unknown?: string | undefined }
}

/** Returns the parsed value or all mistakes in it. Mistakes in a file are listed in file order. */
export function checkAs<S extends z.ZodType>(
  location: string,
  schema: S,
  value: unknown,
): { readonly data: z.output<S> } | { readonly mistakes: readonly Mistake[] } {
  const read = schema.safeParse(value, { error: messageOf })
  if (read.success) return { data: read.data }
  const issues = withoutMisspelt(schema, read.error.issues.flatMap(single))
  // Creating messages is slow, so messages are created only for the mistakes that are shown. The other mistakes are only counted.
  const mistakes = issues.slice(0, mostMistakes).map((issue): Mistake => {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    return { misuse: misuseOf(location, schema, value, issue, ', '), at: { path: issue.path as (string | number)[], unknown } }
  })
  if (placeIn(value, []) !== undefined) {
    // Messages start with file, line and column.
    const { compare } = new Intl.Collator('en', { numeric: true })
    mistakes.sort((one, other) => compare(one.misuse.message, other.misuse.message))
  }
  return {
    mistakes: [...mistakes, ...issues.slice(mostMistakes).map(() => ({ misuse: new Misuse('One more mistake.'), at: { path: [] } }))],
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'is not a string',
  number: 'is not a number',
  int: 'is not a whole number',
  boolean: 'is not true or false',
  array: 'is not a list',
  object: 'is not an object',
  record: 'is not an object',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'is not a time. Use ISO 8601, for example 2026-12-01T08:00:00Z',
  uuid: 'is not a GUID',
  guid: 'is not a GUID',
  url: 'is not a URL',
}

/** Returns the message for an issue whose schema defines none. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing'
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `has the unknown member ${issue.keys
        .map((key) => JSON.stringify(key))
        .join(', ')
        .slice(0, 300)}`
    case 'invalid_type':
      return types[issue.expected] ?? `is not of type ${issue.expected}`
    case 'too_small':
      return issue.origin in units && issue.minimum === 1 ? 'is empty' : `${below(issue)} ${counted(issue.minimum, issue.origin)}`
    case 'too_big':
      return `${issue.origin in units ? 'has more than' : 'is more than'} ${counted(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return issue.format === 'regex'
        ? `does not match ${issue.pattern}`
        : (formats[issue.format] ?? `does not have the format ${issue.format}`)
    case 'invalid_union':
      return 'matches none of the allowed forms'
    default:
      return 'is not valid here'
  }
}

/**
 * Options for documents that Standin did not write: parsing stops at the first mistake, because an issue needs far more memory than the
 * value it is about. Zod's own `validate` also stops at the first mistake, but returns no message.
 */
export const firstOnly = { error: messageOf, abortEarly: true }

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }
const counted = (bound: number | bigint, origin: string) => (origin in units ? `${bound} ${units[origin]}` : `${bound}`)

function below({ origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean }): string {
  if (origin in units) return 'has fewer than'
  return inclusive === false ? 'is not more than' : 'is less than'
}

/** Formats an issue as the path to its value, followed by its message. */
export const saidOf = ({ path, message }: z.core.$ZodIssue): string => `${path.join('.') || 'it'} ${message}`
