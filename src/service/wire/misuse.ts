/** Mistakes of a user of Standin: the error, names that only it can check, and positions in files. */

import type { z } from 'zod'
import { linesOf, shownLine } from './quoting.ts'

/** The nearest names first. A `prefix` that all names share does not count as similarity. */
export const nearest = (given: string, names: readonly string[], prefix = ''): string[] =>
  ranked(given, names, prefix).map(({ name }) => name)

/** The mistake of naming something that does not exist: with the name that was probably meant, and the nearest choices first. */
export function unknownName(
  message: string,
  given: string,
  names: readonly string[],
  { prefix = '', status }: { readonly prefix?: string; readonly status?: number } = {},
): Misuse {
  const all = ranked(given, names, prefix)
  const near = all.filter(({ isNear }) => isNear).map(({ name }) => name)
  const [best] = near
  // A short list keeps its order behind what was probably meant.
  const others = names.length > 10 ? all.map(({ name }) => name) : names
  const listed = [...new Set([...near, ...others])]
  return new Misuse(best === undefined ? message : `${message} Did you mean ${best}?`, names, status, listed)
}

interface Ranked {
  readonly name: string
  readonly isNear: boolean
}

/** Misspelt names first, then names that share words with the given one. */
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

/** `outage-database` has two words. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 2)
    .slice(0, 10)

/** The number of letters to insert, remove or change. */
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

/** How many choices a message lists. */
const mostListed = 10

/** Names the mistake and, if there are any, the valid choices. The CLI exits with 2; a control row answers `status`. */
export class Misuse extends Error {
  readonly choices: readonly string[] | undefined
  readonly status: number
  /** The message, line by line: of a document, each mistake has one. */
  readonly lines: readonly string[]

  /**
   * A message that is a list has one line each; a text is one line, whatever stands in it. `listed` are the choices in the order of the
   * message, which lists ten. Null: the message has them already.
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

/** A file of Standin is damaged. The CLI says so and exits with 1. */
export class Damage extends Error {}

/** How many mistakes of one document a message names. */
export const mostMistakes = 100

/** One misuse that names all mistakes of a document, one in each line. Its choices are the first that a mistake has. */
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

/** By the object that the file was read into. Copies of it have no places. */
const places = new WeakMap<object, PlaceOf>()

/** `placeOf` returns file, line and column of a part, or of the nearest part around it. */
export function rememberPlaces(document: unknown, placeOf: PlaceOf): void {
  if (typeof document === 'object' && document !== null) places.set(document, placeOf)
}

/** File, line and column; undefined for a document that does not come from a file. */
export const placeIn = (document: unknown, path: Path): string | undefined =>
  typeof document === 'object' && document !== null ? places.get(document)?.(path) : undefined

/** A name that the types do not know. See {@link anyName}. */
export type AnyName = string & z.core.$brand<'name'>

/**
 * A name from outside, such as that of a scenario of your own: `simulator.scenarios.use(anyName('my-scenario'))`. The types of Standin know
 * its own names, so a misspelt one does not compile. A name that comes through here is checked when it is used: an unknown one throws
 * `Misuse` with the valid names.
 */
export const anyName = (text: string): AnyName => text as AnyName

declare const fromOutside: unique symbol

/** A document that the types do not know. See {@link anyDocument}. */
export interface AnyDocument {
  readonly [fromOutside]: true
}

/** The same for a scenario from outside: `simulator.scenarios.define(name, anyDocument(json))`. It is checked when it is defined. */
export const anyDocument = (json: unknown): AnyDocument => json as AnyDocument
