/** The words for what is wrong with a value that a user of Standin wrote: they follow the value, as in `7 is not a string`. */
import type { z } from 'zod'

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

/** The message for an issue, where the schema has none of its own. */
export function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is missing'
  switch (issue.code) {
    case 'invalid_value':
      return `is none of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `has no ${issue.keys
        .map((key) => JSON.stringify(key))
        .join(', ')
        .slice(0, 300)}`
    case 'invalid_type':
      return types[issue.expected] ?? `is not of the type ${issue.expected}`
    case 'too_small':
      return issue.origin in units && issue.minimum === 1 ? 'is empty' : `${below(issue)} ${counted(issue.minimum, issue.origin)}`
    case 'too_big':
      return `${issue.origin in units ? 'has more than' : 'is more than'} ${counted(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return issue.format === 'regex'
        ? `does not match ${issue.pattern}`
        : (formats[issue.format] ?? `does not have the format ${issue.format}`)
    case 'invalid_union':
      return 'has none of the valid forms'
    default:
      return 'is not valid here'
  }
}

/**
 * How a document of others is read: up to its first mistake. A mistake takes far more memory than the value that has it. Zod itself does so
 * in `validate`, which does not say what is wrong.
 */
export const firstOnly = { error: messageOf, abortEarly: true }

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }
const counted = (bound: number | bigint, origin: string) => (origin in units ? `${bound} ${units[origin]}` : `${bound}`)

function below({ origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean }): string {
  if (origin in units) return 'has fewer than'
  return inclusive === false ? 'is not more than' : 'is less than'
}

/** An issue whose message is made here, with the path to the value. */
export const saidOf = ({ path, message }: z.core.$ZodIssue): string => `${path.join('.') || 'it'} ${message}`
