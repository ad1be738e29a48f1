/** Mistakes by Standin's users: the error, runtime name checks, and locations in files. */

import type { z } from 'zod'
import { linesOf, shownLine } from './text.ts'

/** Sorts names by similarity. Ignores a `prefix` that all names share. */
export const nearest = (given: string, names: readonly string[], prefix = ''): string[] =>
  ranked(given, names, prefix).map(({ name }) => name)

/** Creates the error for an unknown name. The message lists probable names first. */
export function unknownName(
  message: string,
  given: string,
  names: readonly string[],
  { prefix = '', status }: { readonly prefix?: string; readonly status?: number } = {},
): Misuse {
  const all = ranked(given, names, prefix)
  const near = all.filter(({ isNear }) => isNear).map(({ name }) => name)
  const [best] = near
  // In a short list, the names after the probable ones keep their original order.
  const others = names.length > 10 ? all.map(({ name }) => name) : names
  const listed = [...new Set([...near, ...others])]
  return new Misuse(best === undefined ? message : `${message} Did you mean ${best}?`, names, status, listed)
}

interface Ranked {
  readonly name: string
  readonly isNear: boolean
}

/** Puts the names that the user probably meant first, followed by names that share words with the given name. */
function ranked(given: string, names: readonly string[], prefix: string): Ranked[] {
  const tail = (name: string) => name.slice(prefix.length, prefix.length + 100).toLowerCase()
  const wanted = wordsOf(tail(given))
  return names
    .map((name) => {
      const away = distance(tail(given), tail(name))
      const words = wordsOf(tail(name))
      const shared = wanted.filter((word) => words.some((other) => distance(word, other) <= Math.floor(other.length / 4))).length
      return { name, away, shared, isNear: away <= Math.ceil((name.length - prefix.length) / 3) }
    })
    .sort(
      (one, other) => Number(other.isNear) - Number(one.isNear) || (one.isNear ? 0 : other.shared - one.shared) || one.away - other.away,
    )
}

/** Splits a name into words: `outage-database` has two. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 2)
    .slice(0, 10)

/** Returns the edit distance between two words: the number of letters to insert, remove or change. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of one.slice(0, 40).split('').entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Maximum number of choices in a message. */
const mostListed = 10

/** Describes the mistake and the valid choices, if any. The CLI exits with code 2; a control row replies with `status`. */
export class Misuse extends Error {
  readonly choices: readonly string[] | undefined
  readonly status: number
  /** The lines of the message: one for each mistake in a document. */
  readonly lines: readonly string[]

  /**
   * A list becomes one line per entry, and a string becomes a single line even if it contains line breaks. `listed`: the choices in the
   * order they appear in the message, which shows the first ten; `null` if the message already contains them.
   */
  constructor(
    message: string | readonly string[],
    choices?: readonly string[],
    status = 400,
    listed: readonly string[] | null = choices ?? null,
  ) {
    const lines = linesOf(message)
    if (listed) lines.push(`${lines.pop() ?? ''} Valid: ${shownLine(listText(listed))}.`)
    super(lines.join('\n'))
    this.name = 'Misuse'
    this.lines = lines
    this.choices = choices
    this.status = status
  }
}

/** A damaged Standin file. The CLI prints the message and exits with code 1. */
export class Damage extends Error {}

/** Maximum number of mistakes per document in a message. */
export const mostMistakes = 100

/** Combines the mistakes in a document into a single error with one line each. The choices come from the first mistake that has any. */
export function misuseOfAll(mistakes: readonly Misuse[]): Misuse {
  const [only, ...others] = mistakes
  if (only && others.length === 0) return only
  const lines = mistakes.slice(0, mostMistakes).flatMap((each) => each.lines)
  const left = mistakes.length - mostMistakes
  return new Misuse(
    [...lines, ...(left > 0 ? [`There are ${left} more mistakes.`] : [])],
    mistakes.find(({ choices }) => choices)?.choices,
    400,
    null,
  )
}

function listText(choices: readonly string[]): string {
  if (choices.length === 0) return 'none yet'
  const left = choices.length - mostListed
  return choices.slice(0, mostListed).join(', ') + (left > 0 ? `, and ${left} more` : '')
}

type Path = readonly PropertyKey[]
type PlaceOf = (path: Path) => string

/** Keyed by the object that was parsed from the file. Copies of the object have no locations. */
const places = new WeakMap<object, PlaceOf>()

/**
 * Remembers where a document's parts are in a file. `placeOf`: returns the file, line and column of a part or of the nearest enclosing
 * part.
 */
export function rememberPlaces(document: unknown, placeOf: PlaceOf): void {
  if (typeof document === 'object' && document !== null) places.set(document, placeOf)
}

/** Returns the file, line and column of a part. Undefined if the document was not read from a file. */
export const placeIn = (document: unknown, path: Path): string | undefined =>
  typeof document === 'object' && document !== null ? places.get(document)?.(path) : undefined

/** A name that is not in Standin's types. See {@link anyName}. */
export type AnyName = string & z.core.$brand<'name'>

/**
 * Accepts any name, such as the name of your own scenario: `simulator.scenarios.use(anyName('my-scenario'))`. Standin's own names are
 * typed, so a misspelt name does not compile. A name passed through `anyName` is checked at runtime: if it is unknown, `Misuse` is thrown
 * with the valid names.
 */
export const anyName = (text: string): AnyName => text as AnyName

declare const fromOutside: unique symbol

/** A document whose type is unknown at compile time. See {@link anyDocument}. */
export interface AnyDocument {
  readonly [fromOutside]: true
}

/**
 * Accepts any scenario document: `simulator.scenarios.define(name, anyDocument(json))`. The document is checked when the scenario is
 * defined.
 */
export const anyDocument = (json: unknown): AnyDocument => json as AnyDocument

/** Matches `.` and `..`, which URL parsing resolves. Some proxies decode `%2e` first. */
const wayUp = /^(?:\.|%2e){1,2}$/i

/** True if a URL would drop or change the value. */
const isLost = (value: string): boolean => value === '' || !value.isWellFormed() || wayUp.test(value)

export function demandPathValue(name: string, value: string): void {
  if (!isLost(value)) return
  const why =
    value === ''
      ? 'a path segment must not be empty'
      : value.isWellFormed()
        ? 'a URL would treat it as a relative path'
        : 'it contains a lone surrogate'
  throw new Misuse(`${name} is ${JSON.stringify(value.slice(0, 100))}: ${why}. Use a name or an id.`)
}

/** Encodes a value as a single path segment. Throws {@link Misuse} if a path cannot contain it. */
export function pathValue(name: string, value: string | number = ''): string {
  const text = String(value)
  demandPathValue(name, text)
  return encodeURIComponent(text)
}
