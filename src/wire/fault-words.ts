/** What a schema has against a value, in words that follow it: "7 is no text". */
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const kinds: Readonly<Record<string, string>> = {
  string: 'is no text',
  int: 'is no whole number',
  boolean: 'is neither true nor false',
  array: 'is no list',
  record: 'is no object',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'is no time, such as 2026-12-01T08:00:00Z',
  uuid: 'is no GUID',
  guid: 'is no GUID',
  url: 'is no address',
}

/** For what its author has left unsaid. */
export function faultWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? `is no ${issue.expected}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? 'is empty' : `${lacks(issue)} ${sized(issue.minimum, issue.origin)}`
    case 'too_big':
      return `${isSized(issue.origin) ? 'has more than' : 'is more than'} ${sized(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return issue.format === 'regex' ? `does not have the form ${issue.pattern}` : (formats[issue.format] ?? `is no ${issue.format}`)
    case 'invalid_union':
      return 'has none of the forms that are valid here'
    default:
      return 'is not valid here'
  }
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }
const isSized = (origin: string) => origin in units
const sized = (bound: number | bigint, origin: string) => `${bound}${isSized(origin) ? ` ${units[origin]}` : ''}`

function lacks({ origin, inclusive }: { readonly origin: string; readonly inclusive?: boolean }): string {
  if (isSized(origin)) return 'has fewer than'
  return inclusive === false ? 'is not more than' : 'is less than'
}
