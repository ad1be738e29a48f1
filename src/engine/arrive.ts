/** The first steps of a walk: a line is opened, and the row found. */
import type { Operation } from '../operations/operation.ts'
import { plainCircumstances } from '../state/circumstances.ts'
import type { Line } from '../state/journal-line.ts'
import { randomOf, type World } from '../state/world.ts'
import { type Call, header } from '../wire/http/call.ts'
import { isKnownButNotSimulated } from '../wire/not-simulated.ts'
import { Refusal } from '../wire/refusals.ts'
import type { RowFacts } from '../wire/row.ts'
import type { Address } from './address.ts'
import type { EngineDependencies } from './engine-dependencies.ts'
import { mediaType } from './input.ts'
import { nowhere } from './nowhere.ts'
import type { Match, Route } from './route.ts'
import type { Walk } from './walk.ts'

/** A walk that is about to begin, and what refuses it at once, if anything. */
export interface Arrival {
  readonly walk: Walk
  readonly refusal: Refusal | undefined
}

export function arrive(
  dependencies: EngineDependencies,
  world: World,
  call: Call,
  address: Address,
  match: Match<Operation> | undefined,
): Arrival {
  const number = ++world.data.calls
  const line = lineOf(String(number), world.clock.now(), call, address)
  world.journal.calls.add(line)
  const route = match?.route ?? nowhere(world.dialect)
  if (match) line.operation = route.row.id
  const walk: Walk = {
    dependencies,
    call,
    address,
    world,
    environment: world.environments[address.environment],
    route,
    values: match && 'values' in match ? match.values : [],
    line,
    random: randomOf(world, 'call', number),
    circumstances: plainCircumstances,
    caller: undefined,
    expiredCaller: undefined,
    allowance: undefined,
    input: undefined,
    cleanups: [],
  }
  return { walk, refusal: refusalOf(call, address, match) }
}

/** What is judged before anyone is identified. Source: file-transfer §0.1, notifications §1.3. */
function refusalOf(call: Call, { path }: Address, match: Match<Operation> | undefined): Refusal | undefined {
  if (!match) return new Refusal('no-such-path', { method: call.method, path: excerpt(path) })
  if (!('values' in match)) return new Refusal('method-not-allowed', { allow: match.allow.join(', ') })
  const type = wantedType(call, match.route)
  if (type !== undefined) return new Refusal('unsupported-media-type', { type })
  return unacceptable(call, match.route) ? new Refusal('not-acceptable', { types: match.route.area.accept?.join(', ') ?? '' }) : undefined
}

const excerpt = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path)

const isOther = (type: string | undefined, { json }: Route['area']) => type !== undefined && !json.types.test(mediaType(type))

/** The type that a body should have had; undefined when it is all right, or judged later. */
function wantedType(call: Call, { row, area }: Route): string | undefined {
  const { body } = row.request
  const given = header(call.headers, 'content-type')
  if (!body) return row.demandsJson && area.json.checkedWhen === 'routing' && isOther(given, area) ? 'application/json' : undefined
  if (body.kind === 'form') return given !== undefined && mediaType(given) === 'multipart/form-data' ? undefined : 'multipart/form-data'
  if (given === undefined) return undefined
  if (body.kind === 'bytes') return body.checkedWhen === 'handling' || mediaType(given) === body.type ? undefined : body.type
  return area.json.checkedWhen === 'routing' && isOther(given, area) ? 'application/json' : undefined
}

/** Source: file-transfer §0.2. */
function unacceptable(call: Call, { row, area }: Route): boolean {
  const accept = header(call.headers, 'accept')
  if (!area.accept || accept === undefined || area.accept.includes(accept)) return false
  return !accept.split(',').some((range) => area.accept?.includes(mediaType(range))) && !answersBytes(row)
}

const answersBytes = ({ replies }: RowFacts) => Object.values(replies).some(({ kind }) => kind === 'bytes')

/** What a path that is not simulated is told, besides that it does not exist. */
export const notSimulated = (path: string): Readonly<Record<string, string>> =>
  isKnownButNotSimulated(path) ? { 'x-standin-not-simulated': path } : {}

const lineOf = (id: string, at: number, call: Call, address: Address): Line => ({
  id,
  at,
  environment: address.environment,
  operation: null,
  method: call.method,
  path: address.path,
  status: null,
  code: null,
  caller: null,
  ms: null,
  stage: 'route',
  commits: 0,
  scenario: null,
  rule: null,
  why: null,
  times: [],
  closed: 0,
  considered: null,
  request: { headers: call.headers, query: address.query },
  reply: null,
})
