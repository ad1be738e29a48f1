/** What a notification row answers to a body that it cannot read, or in which something required is missing. */
import type { z } from 'zod'
import { complaint, placeOf, unconvertible } from '../json/json-complaint.ts'
import { anyCase, locateAll, printPath } from '../json/json-position.ts'
import { type Path, scan } from '../json/json-scan.ts'
import { type Errors, Refusal } from '../refusals.ts'
import type { RequestNames } from '../request-names.ts'
import { orderNames } from './order-names.ts'
import { mostErrors } from './order-rules.ts'

type Issue = z.core.$ZodIssue
type Kind = 'absent' | 'unreadable' | 'required'
interface Problem {
  readonly kind: Kind
  readonly path: Path
}

/** `value` is what the body says, under whatever spelling, `text` how it says it. One unreadable place, else everything required. Source: notifications §4.2-4.4. */
export function notificationErrors(issues: readonly Issue[], value: unknown, text: string, names: RequestNames = orderNames): Errors {
  const lookUp = anyCase()
  const problems = issues.map((issue) => problemOf(issue, lookUp(value, issue.path as Path), names))
  const fatal = foremost(problems.filter(({ kind }) => kind !== 'required'))
  return fatal.length > 0 ? { ...readingError(fatal, text, names), ...emptyParameter(names) } : requiredErrors(problems, names)
}

/** The body is no JSON, or nested too deeply; `reason` stands in where the text does not show it. */
export function malformedOrder(text: string, reason: string, names: RequestNames = orderNames): Errors {
  const fault = text === '' ? undefined : scan(text, () => undefined)
  const path = printPath(fault?.path ?? [])
  const message = fault ? complaint(text, fault) : reason
  return { [path]: [`${message} ${placeOf(path, text, fault?.offset ?? 0)}`], ...emptyParameter(names) }
}

/** There is no body, or it is the literal null. */
export const emptyOrder = (names: RequestNames = orderNames): Errors => ({
  '': ['A non-empty request body is required.'],
  ...emptyParameter(names),
})

const emptyParameter = ({ parameter }: RequestNames): Errors => ({ [parameter]: [`The ${parameter} field is required.`] })

function problemOf(issue: Issue, found: unknown, names: RequestNames): Problem {
  const path = issue.path as Path
  if (found === undefined) return { kind: 'absent', path }
  const required = found === null ? names.mayBeNull(path) : issue.code === 'invalid_format'
  return { kind: required ? 'required' : 'unreadable', path }
}

/** Of a list, only what is wrong with the first bad entry: a hostile one has millions. Problems come in the order of the entries. */
function foremost(problems: readonly Problem[]): Problem[] {
  const first = new Map<string, number>()
  return problems.filter(({ path }) =>
    path.every((step, at) => {
      if (typeof step !== 'number') return true
      const list = printPath(path.slice(0, at))
      first.set(list, first.get(list) ?? step)
      return first.get(list) === step
    }),
  )
}

/** The one that a reader meets first: what an object lacks is only known at its end. */
function readingError(problems: readonly Problem[], text: string, names: RequestNames): Errors {
  const places = problems.map(({ kind, path }) => (kind === 'absent' ? path.slice(0, -1) : path))
  const located = locateAll(text, places)
  const offset = (at: number) => located[at]?.[problems[at]?.kind === 'absent' ? 'close' : 'end'] ?? Number.POSITIVE_INFINITY
  const first = problems.reduce((best, _, at) => (offset(at) < offset(best) ? at : best), 0)
  const place = places[first] ?? []
  const path = printPath(located[first]?.path ?? place)
  if (problems[first]?.kind === 'unreadable')
    return { [path]: [unconvertible(names.typeOf(place), path, text, located[first]?.end ?? text.length)] }
  const absent = problems.filter((problem, at) => problem.kind === 'absent' && samePath(places[at] ?? [], place))
  const list = absent.map((problem) => `'${String(problem.path.at(-1))}'`).join(', ')
  return { [path]: [`JSON deserialization for type '${names.typeOf(place)}' was missing required properties including: ${list}.`] }
}

const samePath = (one: Path, other: Path) => one.length === other.length && one.every((step, at) => step === other[at])

/** Source: notifications §4.4. A null among reminders has no name: the live service breaks on it (decisions §1 #11). */
function requiredErrors(problems: readonly Problem[], names: RequestNames): Errors {
  const isEntry = ({ path }: Pick<Problem, 'path'>) => typeof path.at(-1) === 'number'
  const entries = problems.slice(0, mostErrors).map(({ path }) => {
    const key = names.keyOf(path)
    return [key, [isEntry({ path }) ? 'A list entry must not be null.' : `The ${key.slice(key.lastIndexOf('.') + 1)} field is required.`]]
  })
  const errors = Object.fromEntries(entries) as Errors
  if (problems.every(isEntry)) throw new Refusal('unmappable', {}, errors)
  return errors
}
