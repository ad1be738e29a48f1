/** The first steps of a walk: opens the journal line, and judges whether the call fits the row that was found. */

import { areas, isBehindGateway } from '../areas/areas.ts'
import type { Dialect } from '../areas/dialect.ts'
import type { Operation } from '../areas/operation.ts'
import type { Area } from '../wire/area.ts'
import { type Call, header } from '../wire/call.ts'
import { Refusal } from '../wire/refusal.ts'
import type { RowFacts } from '../wire/row.ts'
import { admin, anyone } from '../wire/scopes.ts'
import { plainCircumstances } from '../world/circumstances.ts'
import { randomOf, type World } from '../world/world.ts'
import type { Address } from './address.ts'
import { pathFacts } from './hint.ts'
import { contentTypeFault, fitsType, mediaType } from './input.ts'
import { own, senderOver } from './line-details.ts'
import { newLine } from './new-line.ts'
import { isInternal, methodsElsewhere } from './not-simulated.ts'
import { decode, type Match, type Route } from './route.ts'
import type { EngineDependencies, Walk } from './walk.ts'

/** The row of calls to paths that no row has. */
const nowhere: Operation = {
  id: 'nowhere.unknown',
  method: 'GET',
  path: '/',
  summary: 'No row of the service',
  access: anyone,
  dependsOn: [],
  request: {},
  replies: {},
  refusals: ['no-such-path'],
  about: () => ({}),
  example: { as: null, input: () => ({}) },
  handle() {
    throw new Error('A call that found no row is never handled.')
  },
}

/** A path that no row has is answered as its area answers, and an internal one as its callers are refused. */
function routeNowhere(dialect: Dialect, path: string, method: string): Route<Operation> {
  if (isInternal(path, method)) return { ...dialect.of('events.unknown'), row: { ...nowhere, access: admin }, names: [] }
  const [, first = ''] = decode(path).toLowerCase().split('/')
  const [name = 'nowhere'] = Object.entries<Area>(areas).find(([, { unknownBelow }]) => unknownBelow === first) ?? []
  return { ...dialect.of(`${name}.unknown`), row: nowhere, names: [] }
}

/** A walk that begins, and the refusal that ends it at once, if there is one. */
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
  began: number,
): Arrival {
  const number = ++world.data.calls
  const { keep } = world.journal
  const line = newLine({
    id: String(number),
    at: world.clock.now(),
    environment: address.environment,
    operation: match ? match.route.row.id : null,
    method: call.method,
    path: keep.part(address.path, call.url),
    stage: 'route',
    began,
    requestHeaders: keep.headers(call.headers),
    query: keep.part(address.query, call.url),
    data: undefined,
    doings: world.changes.doings,
  })
  line.sender = call.isOwn ? own : senderOver(call.connection)
  world.journal.calls.add(line)
  world.observing.current?.arrived(call, line, world.name)
  const route = match?.route ?? routeNowhere(world.dialect, address.path, call.method)
  const walk: Walk = {
    dependencies,
    call,
    address,
    world,
    dialect: world.dialect,
    route,
    values: match && 'values' in match ? match.values : [],
    isOtherMethod: match !== undefined && !('values' in match),
    line,
    random: randomOf(world, 'call', number),
    circumstances: plainCircumstances,
    caller: undefined,
    expiredCaller: undefined,
    distrusted: undefined,
    applicationFault: undefined,
    allowance: undefined,
    note: undefined,
    preference: undefined,
    overridden: false,
    input: undefined,
    signal: undefined,
    waited: false,
    cleanups: [],
  }
  const { requireSubscriptionKey } = dependencies.settings
  const gate = match && keyRefusal(call, address, match.route.row.id, requireSubscriptionKey)
  return { walk, refusal: gate ?? refusalOf(call, address, match, world.dialect) }
}

/** Everything that is judged before the caller is identified. Source: file-transfer §0.1, notifications §1.3. */
function refusalOf(call: Call, { path }: Address, match: Match<Operation> | undefined, dialect: Dialect): Refusal | undefined {
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
    reason: `the Accept header is ${excerpt(header(call.headers, 'accept') ?? '')}; it names none of ${types}`,
  })
}

const excerpt = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path)

const fieldsType = 'application/x-www-form-urlencoded'

/** The content type that the call should have; undefined where its own is right, or is judged later. */
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

/** The key of the gateway in front of the platform stands in a header, or in the query as `subscription-key`. Source: authentication §8. */
function keyRefusal(call: Call, { query }: Pick<Address, 'query'>, id: string, demanded: string | undefined): Refusal | undefined {
  if (demanded === undefined || !isBehindGateway(id)) return undefined
  const sent = header(call.headers, 'ocp-apim-subscription-key') ?? new URLSearchParams(query).get('subscription-key') ?? ''
  if (sent === '') return new Refusal('subscription-key-missing')
  return sent === demanded ? undefined : new Refusal('subscription-key-wrong')
}
