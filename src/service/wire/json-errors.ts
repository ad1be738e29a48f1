/** Validation errors that all JSON body readers share. Source: notifications §4.2, §4.3, file-transfer §7.3. */

import type { z } from 'zod'
import { positionAt, printPath, shownByte } from './json/position.ts'
import { type JsonError, mostLevels, type Path, scan } from './json/scan.ts'
import type { Why } from './json/tokens.ts'
import type { Errors } from './refusal.ts'

export { createLookup, decodeStray, locateAll, positionAt, printPath } from './json/position.ts'

export interface RequestNames {
  /**
   * The name of the service's body parameter, which is reported as missing if the body cannot be read. If undefined, no missing parameter
   * is reported.
   */
  readonly parameter?: string
  /** Returns the service's type name for the value at a path. */
  typeOf(path: Path): string
  /** True if the type allows null, which then counts as missing. Otherwise, null counts as unreadable. */
  mayBeNull(path: Path): boolean
  /** True if a required value at a path can be absent from the text. The value then counts as missing, like null. Default: false. */
  mayBeAbsent?(path: Path): boolean
  /** Returns the error key for the value at a path in a readable body. */
  keyOf(path: Path): string
}

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Returns a path as a key, with the first letter of each name capitalized: `fileName` becomes `FileName`. */
export const pascalKey = (path: Path): string => path.map((step) => pascalCase(String(step))).join('.')

const literal = (word: string) => (_: string, rest: string) => `'${rest}' is an invalid JSON literal. Expected the literal '${word}'.`
const escaped = 'The string should be correctly escaped.'
const notSupported = 'contains a trailing comma at the end which is not supported in this mode. Change the reader options.'
const afterEnd = 'but instead reached end of data.'

/** The service shows the rest of its read buffer, which is at most one memory page. Source: notifications §4.3. */
const mostShown = 4096

/** `byte`: the first invalid byte. `rest`: the remaining text. */
const messages: Readonly<Record<Exclude<Why, 'depth' | 'half'>, (byte: string, rest: string) => string>> = {
  value: (byte) => `${byte} is an invalid start of a value.`,
  name: (byte) => `${byte} is an invalid start of a property name. Expected a '"'.`,
  colon: (byte) => `${byte} is invalid after a property name. Expected a ':'.`,
  separator: (byte) => `${byte} is invalid after a value. Expected either ',', '}', or ']'.`,
  end: (byte) => `${byte} is invalid after a single JSON value. Expected end of data.`,
  match: (byte) => `${byte} is invalid without a matching open.`,
  'object comma': () => `The JSON object ${notSupported}`,
  'array comma': () => `The JSON array ${notSupported}`,
  closing: () => 'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.',
  'value end': () => `Expected a value, ${afterEnd}`,
  'member end': () => `Expected start of a property name or value, ${afterEnd}`,
  control: (byte) => `${byte} is invalid within a JSON string. ${escaped}`,
  escape: (byte) => `${byte} is an invalid escapable character within a JSON string. ${escaped}`,
  hex: (byte) => `${byte} is not a hex digit following '\\u' within a JSON string. ${escaped}`,
  quote: () => `Expected end of string, ${afterEnd}`,
  'digit end': () => `Expected a digit ('0'-'9'), ${afterEnd}`,
  digit: (byte) => `${byte} is invalid within a number, immediately after a sign character ('+' or '-'). Expected a digit ('0'-'9').`,
  fraction: (byte) => `${byte} is invalid within a number, immediately after a decimal point ('.'). Expected a digit ('0'-'9').`,
  exponent: (byte) => `${byte} is an invalid end of a number. Expected 'E' or 'e'.`,
  number: (byte) => `${byte} is an invalid end of a number. Expected a delimiter.`,
  zero: (byte) => `Invalid leading zero before ${byte}.`,
  'cut number': (byte) => messages.number(byte, ''),
  true: literal('true'),
  false: literal('false'),
  null: literal('null'),
}

export const noTokens =
  'The input does not contain any JSON tokens. Expected the input to start with a valid JSON token, when isFinalBlock is true.'

function syntaxMessage(text: string, { offset, why, literalAt }: JsonError, levels = mostLevels): string {
  if (why === 'half') throw new Error('An unreadable name is reported as a conversion error.')
  if (why === 'depth') {
    const kind = text[offset] === '{' ? 'object' : 'array'
    return `The maximum configured depth of ${levels} has been exceeded. Cannot read next JSON ${kind}.`
  }
  if (offset === text.length && text.trim() === '') return noTokens
  const blamed = why === 'cut number' ? offset - 1 : offset
  return messages[why](shownByte(text, blamed), text.slice(literalAt, literalAt + mostShown))
}

/** Returns the errors for a body that is missing or `null`. */
export const emptyBody = (names: RequestNames): Errors => ({
  '': ['A non-empty request body is required.'],
  ...bodyRequired(names),
})

export const bodyRequired = ({ parameter }: RequestNames): Errors =>
  parameter === undefined ? {} : { [parameter]: [`The ${parameter} field is required.`] }

/** The parts of a body that the service reads. The service skips unknown members. */
export interface Known {
  /** Shortens a path to the part that the service reads, including the name of the first skipped member. */
  cut(path: Path): Path
  /** Returns the kind of value at a path. Undefined for other kinds and inside skipped members. */
  kindAt(path: Path): 'object' | 'record' | undefined
}

const everything: Known = { cut: (path) => path, kindAt: () => undefined }

/**
 * True if the service cannot read a name because it contains a lone surrogate. Applies to escaped names, which the service looks up, and to
 * dictionary keys, which it stores.
 */
export const isHalfName = (known: Known, path: Path, written: string): boolean => {
  const name = String(path.at(-1))
  if (name.isWellFormed()) return false
  const kind = known.kindAt(path.slice(0, -1))
  return kind === 'record' || (kind === 'object' && written.includes('\\u'))
}

/**
 * Returns the errors for text that is not JSON or is nested too deeply. `reason`: the message to use if scanning the text finds no error.
 */
export function malformedBody(text: string, reason: string, names: RequestNames, known: Known = everything): Errors {
  const refuses = (path: Path, written: string) => isHalfName(known, path, written)
  const error = text === '' ? undefined : scan(text, () => {}, refuses)
  if (error?.why === 'half') return halfName(text, error, names, known)
  const path = printPath(known.cut(error?.path ?? []))
  const message = error ? syntaxMessage(text, error) : reason
  return { [path]: [`${message} ${printPlace(path, text, error?.offset ?? 0)}`], ...bodyRequired(names) }
}

/** For a name with a lone surrogate, the service reports the object or dictionary that contains the name. */
function halfName(text: string, { path, offset }: JsonError, names: RequestNames, known: Known): Errors {
  const within = path.slice(0, -1)
  const blamed = printPath(within)
  const type = known.kindAt(within) === 'record' ? 'System.String' : names.typeOf(within)
  return { [blamed]: [conversionMessage(type, blamed, text, offset)], ...bodyRequired(names) }
}

/** Returns the message for a value of the wrong type. `end`: the offset after the value. */
export const conversionMessage = (type: string, path: string, text: string, end: number): string =>
  `The JSON value could not be converted to ${type}. ${printPlace(path, text, end)}`

const printPlace = (path: string, text: string, offset: number): string => `Path: ${path} | ${printPosition(text, offset)}`

function printPosition(text: string, offset: number): string {
  const { line, byte } = positionAt(text, offset)
  return `LineNumber: ${line} | BytePositionInLine: ${byte}.`
}

/** Returns the first error in a JSON document, without the path that a value reader adds. Undefined if the document is valid. */
export function documentFault(text: string, levels: number): string | undefined {
  const error = scan(text, () => {}, undefined, levels)
  return error && `${syntaxMessage(text, error, levels)} ${printPosition(text, error.offset)}`
}

/** Groups a schema's messages, without duplicates, by the keys that `keyOf` returns for their paths. */
export function errorsOf(
  issues: readonly z.core.$ZodIssue[],
  keyOf = (path: readonly PropertyKey[]) => path.map(String).join('.'),
): Errors {
  const messagesByKey = new Map<string, Set<string>>()
  for (const { path, message } of issues) {
    const key = keyOf(path)
    messagesByKey.set(key, (messagesByKey.get(key) ?? new Set()).add(message))
  }
  return sortErrors(Object.fromEntries([...messagesByKey].map(([key, messages]) => [key, [...messages]])))
}

const levels = (key: string) => key.split(/[.[]/).length

/** Sorts keys by depth, then alphabetically and case-insensitively. */
export function sortErrors(errors: Errors): Errors {
  const order = (one: string, other: string) => levels(one) - levels(other) || compare(one.toLowerCase(), other.toLowerCase())
  return Object.fromEntries(Object.entries(errors).sort(([one], [other]) => order(one, other)))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
