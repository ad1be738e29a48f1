/** Parses a polling client's query and builds the next page's URL. Source: events §6. */
import { encodedCharacter, percentDecoded } from '../../../wire/text.ts'
import { getOrCreate } from '../../../wire/when-needed.ts'

const [defaultSize, largestSize] = [50, 1000]

export function pageSize(size = ''): number {
  const wanted = Number(size)
  return wanted < 1 ? defaultSize : Math.min(wanted, largestSize)
}

/**
 * Returns a predicate that is true for event types matching any of the patterns, or undefined if there are no patterns. Results are cached
 * per type.
 */
export function typeFilter(patterns: readonly string[] | undefined): ((type: string) => boolean) | undefined {
  if (!patterns) return undefined
  const compared = new Map<string, boolean>()
  return (type) => getOrCreate(compared, type, () => patterns.some((pattern) => isLike(type, pattern)))
}

/**
 * True if a string matches a SQL LIKE pattern: `%` matches any string, `_` a single character. Backtracks only to the last `%`, so no
 * pattern is slow.
 */
export function isLike(text: string, pattern: string): boolean {
  let [at, patternAt] = [0, 0]
  let retry: { at: number; readonly place: number } | undefined
  while (at < text.length) {
    const sign = pattern[patternAt]
    if (sign === '%') retry = { at, place: ++patternAt }
    else if (sign === '_' || (sign !== undefined && sign === text[at])) [at, patternAt] = [at + 1, patternAt + 1]
    else if (retry) [at, patternAt] = [++retry.at, retry.place]
    else return false
  }
  while (pattern[patternAt] === '%') patternAt++
  return patternAt === pattern.length
}

/**
 * Returns the next page's URL: the same query with a new `after`, percent-decoded. Parameters whose names differ only in case are grouped
 * under the last spelling. Source: events §6.
 */
export function nextAddress(address: string, path: string, query: string, after: string, subject?: string | null): string {
  const named = new Map<string, { name: string; readonly values: string[] }>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? []
    const entry = getOrCreate(named, decodePlus(name).toLowerCase(), () => ({ name: '', values: [] }))
    entry.name = decodePlus(name)
    entry.values.push(decodePlus(value))
  }
  const others = [...named.values()].filter(({ name }) => name !== 'after')
  const written = others.flatMap(({ name, values }) => values.map((value) => `&${name}=${value}`))
  return `${address}${decodedCharacters(path)}?after=${after}${written.join('')}${subject === undefined ? '' : `&subject=${subject ?? ''}`}`
}

const decodePlus = (text: string) => decodedCharacters(text.replaceAll('+', ' '))

/** Leaves bytes that are not valid UTF-8 percent-encoded. */
const decodedCharacters = (text: string) => text.replace(encodedCharacter, (character) => percentDecoded(character))

export const fitsHeader = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
