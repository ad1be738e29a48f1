/** The validation errors that all readers of JSON bodies share. Source: notifications §4.2, §4.3, file-transfer §7.3. */
import type { z } from 'zod'
import type { Errors } from '../refusals/refusal.ts'
import type { RequestNames } from '../request-names.ts'
import { positionAt, printPath } from './position.ts'
import { type Path, scan } from './scan.ts'
import { syntaxMessage } from './syntax-message.ts'

/** The errors for a call without a body, or with the literal null. */
export const emptyBody = (names: RequestNames): Errors => ({
  '': ['A non-empty request body is required.'],
  ...bodyRequired(names),
})

export const bodyRequired = ({ parameter }: RequestNames): Errors => ({ [parameter]: [`The ${parameter} field is required.`] })

/** The part of a path that the service reads. It skips what it does not know, and stays at its name. */
export type Known = (path: Path) => Path

/** The errors for a text that is not JSON or that nests too deeply. `reason` is used where the text does not show what is wrong. */
export function malformedBody(text: string, reason: string, names: RequestNames, known: Known = (path) => path): Errors {
  const error = text === '' ? undefined : scan(text, () => undefined)
  const path = printPath(known(error?.path ?? []))
  const message = error ? syntaxMessage(text, error) : reason
  return { [path]: [`${message} ${printPlace(path, text, error?.offset ?? 0)}`], ...bodyRequired(names) }
}

/** The message for a value of the wrong kind. `end` is the offset after the value. */
export const conversionMessage = (type: string, path: string, text: string, end: number): string =>
  `The JSON value could not be converted to ${type}. ${printPlace(path, text, end)}`

function printPlace(path: string, text: string, offset: number): string {
  const { line, byte } = positionAt(text, offset)
  return `Path: ${path} | LineNumber: ${line} | BytePositionInLine: ${byte}.`
}

/** The messages of a schema, each once, under the keys that `keyOf` makes of their paths. */
export function errorsOf(
  issues: readonly z.core.$ZodIssue[],
  keyOf = (path: readonly PropertyKey[]) => path.map(String).join('.'),
): Errors {
  const found = new Map<string, Set<string>>()
  for (const { path, message } of issues) {
    const key = keyOf(path)
    found.set(key, (found.get(key) ?? new Set()).add(message))
  }
  return sortErrors(Object.fromEntries([...found].map(([key, messages]) => [key, [...messages]])))
}

const levels = (key: string) => key.split(/[.[]/).length

/** Keys with fewer levels come first, then the order of the alphabet decides, in any case. */
export function sortErrors(errors: Errors): Errors {
  const order = (one: string, other: string) => levels(one) - levels(other) || compare(one.toLowerCase(), other.toLowerCase())
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => order(one, other)))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
