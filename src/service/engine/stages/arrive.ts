/** Handles a call's arrival: finds its row, opens its journal line, and checks that the call matches the row. */

import { areas, isBehindGateway } from '../../areas/areas.ts'
import { plainCircumstances } from '../../areas/circumstances.ts'
import { type Dialect, dialectOf } from '../../areas/dialect.ts'
import { operations } from '../../areas/index.ts'
import type { Operation } from '../../areas/operation.ts'
import { type Call, header } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { RowFacts } from '../../wire/row.ts'
import { type Area, admin, anyone } from '../../wire/vocabulary.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import { randomOf, type World } from '../../world/world.ts'
import type { Address } from '../address.ts'
import { openCallLine } from '../journal-line/line.ts'
import { contentTypeFault, fitsType, mediaType } from '../reading/input.ts'
import { compileRoutes, decode, type Match, type Route, type Router } from '../route.ts'
import type { EngineDependencies, Walk } from '../walk.ts'
import { pathFacts } from './hint.ts'
import { isInternal, methodsElsewhere } from './not-simulated.ts'

const routers = new Map<Dialect, Router<Operation>>()

/** Finds a call's row. Some areas accept the method in a header, for clients that support only a few methods. */
export function findRow(spoken: Dialect, { method, headers }: Call, path: string): Match<Operation> | undefined {
  const find = getOrCreate(routers, spoken, () => compileRoutes<Operation>(operations, spoken))
  const override = header(headers, 'x-http-method-override')
  const meant = override === undefined ? undefined : find(override.toUpperCase(), path)
  return meant?.route.area.overridesMethod ? meant : find(method, path)
}

/** The row for calls to unknown paths. */
const nowhere: Operation = {
  id: 'nowhere.unknown',
  method: 'GET',
  path: '/',
  summary: 'No such row',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: {},
  refusals: ['no-such-path'],
  about: () => ({}),
  example: { as: null, input: () => ({}) },
  handle() {
    throw new Error('A call without a row is never handled.')
  },
}

/** Returns the route for an unknown path, whose reply has the format of the path's area. On an internal path, all callers are refused. */
function routeNowhere(dialect: Dialect, path: string, method: string): Route<Operation> {
  if (isInternal(path, method)) return { ...dialect.of('events.unknown'), row: { ...nowhere, access: admin }, names: [] }
  const [, first = ''] = decode(path).toLowerCase().split('/')
  const [name = 'nowhere'] = Object.entries<Area>(areas).find(([, { unknownBelow }]) => unknownBelow === first) ?? []
  return { ...dialect.of(`${name}.unknown`), row: nowhere, names: [] }
}

export function arrive(
  dependencies: EngineDependencies,
  world: World,
  call: Call,
  address: Address,
  match: Match<Operation> | undefined,
  began: number,
): Walk {
  const line = openCallLine(world, call, address, match ? match.route.row.id : null, began)
  world.observing.current?.arrived(call, line, world.name)
  const route = match?.route ?? routeNowhere(dialectOf(world), address.path, call.method)
  return {
    dependencies,
    call,
    address,
    world,
    dialect: dialectOf(world),
    route,
    values: match && 'values' in match ? match.values : [],
    isOtherMethod: match !== undefined && !('values' in match),
    line,
    random: randomOf(world, 'call', Number(line.id)),
    circumstances: plainCircumstances,
    caller: undefined,
    expiredCaller: undefined,
    distrusted: undefined,
    applicationFault: undefined,
    allowance: undefined,
    refused: undefined,
    note: undefined,
    preference: undefined,
    overridden: false,
    input: undefined,
    signal: undefined,
    cleanups: [],
  }
}

/**
 * Returns the refusal if a call does not match its row. Runs before the caller is identified. Source: file-transfer §0.1, notifications
 * §1.3.
 */
export function misfitOf({ call, address, dialect, dependencies }: Walk, match: Match<Operation> | undefined): Refusal | undefined {
  const { requireSubscriptionKey } = dependencies.settings
  if (match && requireSubscriptionKey !== undefined && isBehindGateway(match.route.row.id)) {
    const key = keyRefusal(call, address, requireSubscriptionKey)
    if (key) return key
  }
  const { path } = address
  if (!match) {
    if (isInternal(path, call.method)) return undefined
    const allow = methodsElsewhere(path)
    if (allow !== undefined && !allow.split(', ').includes(call.method)) return new Refusal('method-not-allowed', { allow })
    return new Refusal('no-such-path', { method: call.method, path: excerpt(path), ...pathFacts(call, path, dialect) })
  }
  if (!('values' in match))
    return match.route.area.methodsBehindAccess ? undefined : new Refusal('method-not-allowed', { allow: match.allow.join(', ') })
  const type = missedType(call, match.route)
  if (type !== undefined) return new Refusal('unsupported-media-type', { type, reason: contentTypeFault(call, type) })
  if (!unacceptable(call, match.route)) return undefined
  const types = match.route.area.accept?.join(', ') ?? ''
  return new Refusal('not-acceptable', {
    types,
    reason: `the Accept header is ${excerpt(header(call.headers, 'accept') ?? '')}; it contains none of ${types}`,
  })
}

const excerpt = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path)

const fieldsType = 'application/x-www-form-urlencoded'

/** Returns the required content type if the call has a different one. `undefined` if the type is correct or checked later. */
function missedType(call: Call, { row, area }: Route): string | undefined {
  const { body } = row.request
  const given = header(call.headers, 'content-type')
  if (!body)
    return row.demandsJson && area.json.checkedWhen === 'routing' && given !== undefined && !fitsType(given, area)
      ? 'application/json'
      : undefined
  if (body.kind === 'fields') return given !== undefined && mediaType(given) === fieldsType ? undefined : fieldsType
  if (body.kind === 'form') return given !== undefined && mediaType(given) === 'multipart/form-data' ? undefined : 'multipart/form-data'
  if (given === undefined || given === '') return undefined
  if (body.kind === 'bytes') return body.checkedWhen === 'handling' || mediaType(given) === body.type ? undefined : body.type
  return area.json.checkedWhen === 'routing' && !fitsType(given, area, body) ? (body.type ?? 'application/json') : undefined
}

/** Source: file-transfer §0.2. */
function unacceptable(call: Call, { row, area }: Route): boolean {
  const accept = header(call.headers, 'accept')
  if (!area.accept || row.ignoresAccept || accept === undefined || area.accept.includes(accept)) return false
  return !accept.split(',').some((range) => area.accept?.includes(mediaType(range))) && !answersBytes(row)
}

const answersBytes = ({ replies }: RowFacts) => Object.values(replies).some(({ kind }) => kind === 'bytes')

/**
 * Returns the refusal for a missing or wrong gateway key. The key is sent in a header, or in the query as `subscription-key`. Source:
 * authentication §8.
 */
function keyRefusal(call: Call, { query }: Pick<Address, 'query'>, demanded: string): Refusal | undefined {
  const sent = header(call.headers, 'ocp-apim-subscription-key') ?? new URLSearchParams(query).get('subscription-key') ?? ''
  if (sent === '') return new Refusal('subscription-key-missing')
  return sent === demanded ? undefined : new Refusal('subscription-key-wrong')
}
