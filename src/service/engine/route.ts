/** Finds the row for a method and path, using a tree that is built once from all rows. */

import type { Dialect, Resolved } from '../areas/dialect.ts'
import { readGuid } from '../wire/identifiers.ts'
import { paths, type RowFacts } from '../wire/row.ts'
import { copied, encodedCharacter, percentDecoded } from '../wire/text.ts'
import { prefixesOf } from '../wire/vocabulary.ts'
import { boundedCache, type Cache } from '../wire/when-needed.ts'

/** A row with its area, its refusals and other properties that depend on the dialect. */
export interface Route<R extends RowFacts = RowFacts> extends Resolved {
  readonly row: R
  /** The path parameters' names, in order. */
  readonly names: readonly string[]
}

export type Match<R extends RowFacts> =
  | { readonly route: Route<R>; readonly values: readonly string[] }
  /** The path exists, but not with this method. The route is the path's first row. */
  | { readonly allow: readonly string[]; readonly route: Route<R> }

interface Node<R extends RowFacts> {
  readonly literals: Map<string, Node<R>>
  parameter?: Node<R>
  readonly routes: Route<R>[]
}

export type Router<R extends RowFacts> = (method: string, path: string) => Match<R> | undefined

/** `resolved`: `.` and `..` are resolved, as on the live servers. `literal`: dots are values that a row can refuse. */
type Dots = 'resolved' | 'literal'

/** Limits: number of cached paths, and their length in characters. */
const [mostPaths, longestPath] = [2_000, 200]

const newNode = <R extends RowFacts>(): Node<R> => ({ literals: new Map(), routes: [] })

/**
 * Matches paths case-insensitively, with or without a trailing slash. Literal segments take precedence over parameters. Source:
 * notifications §1.3, file-transfer §0.
 */
export function compileRoutes<R extends RowFacts>(rows: readonly R[], dialect: Dialect, dots: Dots = 'resolved'): Router<R> {
  const root = newNode<R>()
  for (const row of rows) {
    if (row.dialect !== undefined && row.dialect !== dialect.name) continue
    const resolved = dialect.of(row.id)
    for (const prefix of prefixesOf(resolved.area, row)) for (const path of paths(row)) add(root, prefix + path, row, resolved)
  }
  const known = new Map<string, Cache<string, Match<R>>>(rows.map(({ method }) => [method, boundedCache(mostPaths)]))
  return (method, path) => {
    // Cached, because clients call the same paths repeatedly.
    const cache = path.length > longestPath ? undefined : known.get(method)
    const before = cache?.get(path)
    if (before || !cache) return before ?? find(root, method, segmentsOf(path, dots))
    // The path is copied, because the path and its values can be slices of a long URL.
    const pathCopy = copied(path)
    const match = find(root, method, segmentsOf(pathCopy, dots))
    if (match) cache.set(pathCopy, match)
    return match
  }
}

function segmentsOf(path: string, dots: Dots = 'resolved'): string[] {
  const written = path.slice(1).split('/')
  if (written.at(-1) === '') written.pop()
  if (!path.includes('%') && !path.includes('/.')) return written
  // Values in a control row's path can contain encoded slashes.
  return dots === 'resolved' ? withoutDots(written.map(decode)) : written.map(percentDecoded)
}

/** Servers resolve `.` and `..` even if they are percent-encoded. */
function withoutDots(segments: readonly string[]): string[] {
  const resolved: string[] = []
  for (const segment of segments) {
    if (segment === '..') resolved.pop()
    else if (segment !== '.') resolved.push(segment)
  }
  return resolved
}

function add<R extends RowFacts>(root: Node<R>, path: string, row: R, resolved: Resolved): void {
  const names: string[] = []
  let node = root
  for (const segment of segmentsOf(path)) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    let next = name ? node.parameter : node.literals.get(segment.toLowerCase())
    if (!next) {
      next = newNode<R>()
      if (name) node.parameter = next
      else node.literals.set(segment.toLowerCase(), next)
    }
    if (name) names.push(name)
    node = next
  }
  node.routes.push({ ...resolved, row, names })
}

/**
 * Finds the row for a method and path. A path with a parameter matches if the literal path does not allow the method. Source: file-transfer
 * §7.4.
 */
function find<R extends RowFacts>(root: Node<R>, method: string, segments: readonly string[]): Match<R> | undefined {
  const others: Route<R>[] = []
  const match = search(root, 0, { method, segments, values: [], others })
  const [first] = others
  return match ?? (first && { route: first, allow: [...new Set(others.map(({ row }) => row.method))].sort() })
}

interface Sought<R extends RowFacts> {
  readonly method: string
  readonly segments: readonly string[]
  /** The segments matched by parameters so far. */
  readonly values: string[]
  /** Routes for the same path with other methods. */
  readonly others: Route<R>[]
}

function search<R extends RowFacts>(node: Node<R>, at: number, sought: Sought<R>): Match<R> | undefined {
  const { method, segments, values, others } = sought
  const segment = segments[at]
  if (segment === undefined) {
    for (const route of node.routes) {
      // The framework checks a parameter's format only once the method matches.
      if (route.row.method !== method) others.push(route)
      else if (allowed(route, values)) return { route, values: [...values] }
    }
    return undefined
  }
  const literal = node.literals.get(segment) ?? node.literals.get(segment.toLowerCase())
  const literalMatch = literal && search(literal, at + 1, sought)
  if (literalMatch || !node.parameter || segment === '') return literalMatch
  values.push(segment)
  const through = search(node.parameter, at + 1, sought)
  if (!through) values.pop()
  return through
}

const allowed = ({ names, constraints }: Route, values: readonly string[]) =>
  names.every((name, at) => constraints[name] !== 'guid' || readGuid(values[at] ?? '') !== undefined)

/** Decodes percent-encoded characters other than slashes. Leaves invalid encodings unchanged. Source: file-transfer §0. */
export const decode = (segment: string): string =>
  segment.includes('%')
    ? segment.replace(encodedCharacter, (character) => (/^%2f$/i.test(character) ? character : percentDecoded(character)))
    : segment

/**
 * Returns the path as the live servers show it: dots are resolved, and characters that need no encoding are decoded. Source: file-transfer
 * §7.4.
 */
export function shownPath(path: string): string {
  if (!path.includes('%') && !path.includes('/.')) return path
  return `/${segmentsOf(path).map(shownSegment).join('/')}${path.endsWith('/') ? '/' : ''}`
}

const shownSegment = (segment: string) =>
  segment
    .split(/(%[\da-f]{2})/i)
    .map((part, at) =>
      at % 2 === 1 ? part : encodeURIComponent(part.toWellFormed()).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
    )
    .join('')
