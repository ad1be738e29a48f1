/** What a test demands of a line, and in what a line differs from it. */
import type { EnvironmentName } from '../state/agenda.ts'
import type { Line } from '../state/journal-line.ts'
import type { World } from '../state/world.ts'
import { header } from '../wire/http/call.ts'
import { aboutOf, jsonOf } from './journal-about.ts'
import { isStatus } from './journal-filter.ts'

/** Everything that is given must hold. */
export interface LineWhere {
  readonly environment?: EnvironmentName | undefined
  readonly method?: string | undefined
  /** Without a query, in the letters in which it was asked. */
  readonly path?: string | undefined
  /** `201`, or a class of them: `2xx`. */
  readonly status?: number | string | undefined
  readonly code?: string | undefined
  readonly scenario?: string | undefined
  /** Whether the world was changed. */
  readonly committed?: boolean | undefined
  /** The caller's code or number, also as `0192:NNNNNNNNN`. */
  readonly org?: string | undefined
  readonly client?: string | undefined
  /** One of those whom it was about: a number, an address. */
  readonly recipient?: string | undefined
  readonly resource?: string | undefined
  /** The id of a file transfer. */
  readonly transfer?: string | undefined
  readonly idempotencyId?: string | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly header?: Readonly<Record<string, string>> | undefined
  /** Members that the JSON body has, at any depth; of a list, each place. */
  readonly body?: unknown
  /** The id of a line: what is newer. World milliseconds since 1970: what is not older. */
  readonly since?: string | number | undefined
}

/** What of it is looked for in bodies. */
export const inBodies = ['recipient', 'idempotencyId', 'body'] as const satisfies readonly (keyof LineWhere)[]

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** In sentences; none where the line is as demanded. */
export function differences(line: Line, where: LineWhere, world: World): string[] {
  return [
    ...plainDifferences(line, where),
    ...namedDifferences(line, where),
    ...aboutDifferences(line, where, world),
    ...bodyDifferences(line, where),
  ]
}

function plainDifferences(line: Line, where: LineWhere): string[] {
  const { caller } = line
  const found: [name: keyof LineWhere, value: unknown, holds: boolean][] = [
    ['environment', line.environment, line.environment === where.environment],
    ['method', line.method, line.method === where.method?.toUpperCase()],
    ['path', line.path, line.path?.toLowerCase() === where.path?.toLowerCase()],
    ['status', line.status, where.status !== undefined && isStatus(line.status, where.status)],
    ['code', line.code, line.code === where.code],
    ['scenario', line.scenario, line.scenario === where.scenario],
    ['committed', line.commits > 0, line.commits > 0 === where.committed],
    ['org', caller?.org ?? caller?.orgNo ?? null, [caller?.org, caller?.orgNo].includes(where.org?.split(':').at(-1))],
    ['client', caller?.clientId ?? null, caller?.clientId === where.client],
  ]
  return found.flatMap(([name, value, holds]) =>
    where[name] === undefined || holds ? [] : [`${name} is ${show(value)}, not ${show(where[name])}`],
  )
}

/** Values of headers are not repeated: some of them are secret. */
function namedDifferences({ request }: Line, { header: headers = {}, query = {} }: LineWhere): string[] {
  const asked = new URLSearchParams(request.query ?? '')
  return [
    ...Object.entries(headers).flatMap(([name, value]) =>
      header(request.headers, name.toLowerCase()) === value ? [] : [`header.${name} is not ${show(value)}`],
    ),
    ...Object.entries(query).flatMap(([name, value]) =>
      asked.getAll(name).includes(value) ? [] : [`query.${name} is ${show(asked.get(name))}, not ${show(value)}`],
    ),
  ]
}

function aboutDifferences(line: Line, { recipient, resource, transfer, idempotencyId }: LineWhere, world: World): string[] {
  const wanted = Object.entries({ recipient, resource, transfer, idempotencyId }).filter(([, value]) => value !== undefined)
  if (wanted.length === 0) return []
  const about = aboutOf(line, world)
  if (typeof about === 'string') return wanted.map(([name, value]) => `${name} is not ${show(value)}: the call ${about}`)
  const found: Readonly<Record<string, readonly (string | undefined)[]>> = {
    recipient: about.recipients ?? [],
    resource: [about.resource],
    transfer: [about.transfer],
    idempotencyId: [about.order],
  }
  return wanted.flatMap(([name, value]) =>
    found[name]?.includes(value) ? [] : [`${name} is ${found[name]?.map(show).join(', ') || 'nobody'}, not ${show(value)}`],
  )
}

function bodyDifferences(line: Line, { body }: LineWhere): string[] {
  if (body === undefined) return []
  const json = jsonOf(line)
  return typeof json === 'string' ? [`body ${json}`] : memberDifferences('body', json.value, body)
}

function memberDifferences(place: string, found: unknown, wanted: unknown): string[] {
  if (typeof wanted !== 'object' || wanted === null) return found === wanted ? [] : [`${place} is ${show(found)}, not ${show(wanted)}`]
  if (typeof found !== 'object' || found === null || Array.isArray(found) !== Array.isArray(wanted)) {
    return [`${place} is ${show(found)}, not ${show(wanted)}`]
  }
  const lengths = Array.isArray(wanted) && Array.isArray(found) && wanted.length !== found.length
  if (lengths) return [`${place} has ${(found as unknown[]).length} members, not ${wanted.length}`]
  return Object.entries(wanted).flatMap(([name, value]) => {
    const inner = Object.hasOwn(found, name) ? (found as Record<string, unknown>)[name] : undefined
    return memberDifferences(Array.isArray(wanted) ? `${place}[${name}]` : `${place}.${name}`, inner, value)
  })
}
