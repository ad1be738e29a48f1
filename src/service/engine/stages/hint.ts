/** Explains an unknown path: the live service has it, or the caller probably meant another row. */

import { type Dialect, dialect } from '../../areas/dialect.ts'
import { operations } from '../../areas/index.ts'
import type { Answer, Call } from '../../wire/call.ts'
import { distance } from '../../wire/misuse.ts'
import type { Refusal, RefusalValues } from '../../wire/refusal.ts'
import { paths } from '../../wire/row.ts'
import { type DialectName, prefixesOf } from '../../wire/vocabulary.ts'
import { decode, shownPath } from '../route.ts'
import { findNotSimulated } from './not-simulated.ts'

interface Candidate {
  readonly method: string
  readonly path: string
  readonly segments: readonly string[]
  /** The dialect that has the row, if only one does. */
  readonly dialect: DialectName | undefined
}

interface Hint {
  /** A sentence in ASCII. */
  readonly text: string
  /** True if only the other dialect has this exact path. */
  readonly isElsewhere: boolean
}

/** Maximum characters and segments. A longer path is not a misspelt row path. */
const [longest, mostSegments] = [200, 12]
/** Maximum distance between a path and a similar row path. */
const farthest = 0.9
/** Costs: a missing or extra prefix, a wrong prefix, a parameter (so that literals win), a missing last segment, an extra segment. */
const [beginning, otherBeginning, parameter, missing, excess] = [0.5, 0.75, 0.15, 0.6, 0.8]

let made: readonly Candidate[] | undefined
const candidates = () =>
  (made ??= operations.flatMap((row) =>
    prefixesOf(dialect(row.dialect ?? 'spec').of(row.id).area, row).flatMap((before) =>
      paths(row).map((path) => ({
        method: row.method,
        path: before + path,
        segments: segmentsOf(before + path),
        dialect: row.dialect,
      })),
    ),
  ))

const segmentsOf = (path: string) => path.toLowerCase().split('/').slice(1)

/** Returns the refusal's values: the path is not simulated, or there is a similar path. */
export function pathFacts({ method }: Pick<Call, 'method'>, path: string, dialect: Dialect): RefusalValues {
  const { what } = findNotSimulated(shownPath(path)) ?? {}
  if (what !== undefined)
    return { elsewhere: `${what}: see docs/fidelity.md#not-simulated`, reason: `Standin does not simulate this path: ${what}` }
  const { text: hint, isElsewhere } = hintFor(method, path, dialect) ?? {}
  if (hint === undefined) return {}
  const reason = `no operation has this path. ${hint}`
  return isElsewhere ? { hint, reason, elsewhere: 'only the live dialect has this path: see docs/dialects.md' } : { hint, reason }
}

/** Omits the hint if the body contains it. */
export const pathHeaders = ({ values: { elsewhere, hint } }: Refusal, { body }: Answer): Readonly<Record<string, string>> => ({
  ...(elsewhere !== undefined && { 'x-standin-not-simulated': String(elsewhere) }),
  ...(hint !== undefined && body === undefined && { 'x-standin-hint': String(hint) }),
})

function hintFor(method: string, path: string, { name }: Dialect): Hint | undefined {
  if (path.length > longest) return undefined
  const given = segmentsOf(path.replace(/\/$/, '')).map(decode)
  if (given.length > mostSegments) return undefined
  const rank = (candidate: Candidate) => ({
    ...candidate,
    cost: costOf(given, candidate.segments),
    isForeign: candidate.dialect !== undefined && candidate.dialect !== name,
  })
  const [best] = candidates()
    .map(rank)
    .filter(({ cost }) => cost < farthest)
    .sort(
      (one, other) =>
        one.cost - other.cost ||
        other.segments.length - one.segments.length ||
        Number(one.isForeign) - Number(other.isForeign) ||
        Number(other.method === method) - Number(one.method === method),
    )
  if (!best) return undefined
  const { method: meant, path: shown, isForeign } = best
  const isSamePath = isSame(given, best.segments)
  if (isForeign && isSamePath) return { text: `This path exists in the ${best.dialect} dialect.`, isElsewhere: true }
  // If a row matches the path but does not accept it, a parameter must have a different format.
  const text = `Did you mean ${meant} ${shown}${isSamePath ? ', with a GUID' : ''}?`
  return { text: isForeign ? `${text} It exists in the ${best.dialect} dialect.` : text, isElsewhere: false }
}

const isParameter = (segment = '') => segment.startsWith('{')

const isSame = (given: readonly string[], wanted: readonly string[]) =>
  given.length === wanted.length && wanted.every((segment, at) => isParameter(segment) || segment === given[at])

/**
 * Returns the distance between two paths. Also compares the paths without parts of their prefixes, because clients duplicate or omit the
 * base URL's prefix.
 */
function costOf(given: readonly string[], wanted: readonly string[]): number {
  const firstParameter = wanted.findIndex(isParameter)
  const literals = firstParameter < 0 ? wanted.length : firstParameter
  let least = costOfWhole(given, wanted)
  for (let tooMuch = 0; tooMuch < given.length; tooMuch++) {
    for (let lacking = tooMuch === 0 ? 1 : 0; lacking < literals; lacking++) {
      const more = tooMuch > 0 && lacking > 0 ? otherBeginning : beginning
      least = Math.min(least, more + costOfWhole(given.slice(tooMuch), wanted.slice(lacking)))
    }
  }
  return least
}

function costOfWhole(given: readonly string[], wanted: readonly string[]): number {
  const more = given.length - wanted.length
  if (more < -1 || more > 1 || (more === -1 && !isParameter(wanted.at(-1)))) return Number.POSITIVE_INFINITY
  let cost = more === 0 ? 0 : more < 0 ? missing : excess
  let literals = 0
  for (let at = 0; at < Math.min(given.length, wanted.length); at++) {
    const segment = wanted[at] ?? ''
    if (isParameter(segment)) cost += parameter
    else {
      literals++
      cost += misspelt(given[at] ?? '', segment)
    }
    if (cost >= farthest) return cost
  }
  return literals === 0 ? Number.POSITIVE_INFINITY : cost
}

/** Returns 0 for identical words and infinity for unrelated words. */
function misspelt(given: string, wanted: string): number {
  if (given === wanted) return 0
  if (Math.abs(given.length - wanted.length) > 3) return Number.POSITIVE_INFINITY
  const away = distance(given, wanted)
  return away <= Math.ceil(wanted.length / 3) ? away / wanted.length : Number.POSITIVE_INFINITY
}
