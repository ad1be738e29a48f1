/** Writes a dialect's rows as an OpenAPI 3.1 document. */

import type { AreaName } from '../service/areas/areas.ts'
import type { Dialect } from '../service/areas/dialect.ts'
import { exampleValues, type Operation } from '../service/areas/operation.ts'
import { paths, type RowFacts } from '../service/wire/row.ts'
import { prefixesOf, type RateDefinition, windowSeconds } from '../service/wire/vocabulary.ts'
import type { Json } from './openapi/json-schema.ts'
import { inVersion, type OpenApiVersion } from './openapi/older.ts'
import { declaredReplies, repliesOf } from './openapi/replies.ts'
import { bodyOf, namesIn, parametersOf, type RequestExample, securityOf, securitySchemesOf } from './openapi/requests.ts'
import { type Components, createComponents, pascal } from './openapi/schemas.ts'

export { refusalsOf } from './openapi/replies.ts'

const descriptions: Readonly<Record<Exclude<AreaName, 'nowhere'> | 'control', string>> = {
  notifications: 'Orders for notifications by email and SMS, their outcome, and the change feed.',
  fileTransfer: 'File transfers: a sender uploads a file, and its recipients download and confirm it.',
  resources: "The broker's resources and their owners.",
  events: 'Event subscriptions, and the events in a period.',
  resumableUpload: 'Resumable uploads with the TUS protocol.',
  authentication: 'Maskinporten tokens, their exchange for platform tokens, and the test token generator.',
  control: "Standin's own interface for tests: worlds, clock, scenarios, journal and records. It is not part of the service.",
}

const tagOf = ({ id }: Pick<RowFacts, 'id'>): string => id.slice(0, id.indexOf('.'))

const tagsOf = (rows: readonly RowFacts[]): Json[] =>
  [...new Set(rows.map(tagOf))].map((name) => ({ name, description: descriptions[name as keyof typeof descriptions] }))

export interface OpenApiOptions {
  readonly operations: readonly Operation[]
  readonly controls: readonly (RowFacts & { readonly example?: RequestExample })[]
  readonly dialect: Dialect
  readonly rateLimits: RateDefinition | 'off'
  /** True if the gateway requires a subscription key. */
  readonly demandsKey?: boolean
  /** The service's base URL: scheme, host, mount path, world and environment. */
  readonly base: string
  readonly version: string
  readonly openapi?: OpenApiVersion | undefined
}

export type OpenApiDocument = Readonly<Record<string, unknown>> & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
}

/** Lists each row's canonical path, and the first path that has more parameters. */
export const openApi = ({ openapi = '3.1', ...options }: OpenApiOptions): OpenApiDocument => inVersion(newest(options), openapi)

function newest({ operations, controls, ...options }: Omit<OpenApiOptions, 'openapi'>): OpenApiDocument {
  const components = createComponents(tagsOf([...operations, ...controls]).map(({ name }) => pascal(String(name))))
  const all: Record<string, Record<string, Json>> = {}
  const add = (path: string, row: RowFacts, item: Json) => {
    all[path] = { ...all[path], [row.method.toLowerCase()]: item }
  }
  for (const row of operations) {
    if (row.dialect !== undefined && row.dialect !== options.dialect.name) continue
    const prefix = prefixesOf(options.dialect.of(row.id).area, row)[0] ?? ''
    const [path = '', ...others] = paths(row)
    const replies = replyFacts(row, options, components)
    add(prefix + path, row, {
      ...requestFacts(path, row, exampleOf(path, row), components),
      ...replies,
      'x-example': exampleFacts(row),
    })
    const longer = others.find((other) => namesIn(other).length > namesIn(path).length)
    if (longer !== undefined) add(prefix + longer, row, { ...narrowed(path, longer, row, components), ...replies })
  }
  for (const row of controls) {
    const path = paths(row)[0] ?? ''
    add(path, row, { ...requestFacts(path, row, row.example ?? {}, components), responses: controlReplies(row, components) })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Standin',
      version: options.version,
      summary: 'A stateful stand-in for a Notification and File Transfer Service',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.base }],
    tags: tagsOf([...operations, ...controls]),
    paths: all,
    components: { schemas: components.schemas, securitySchemes: securitySchemesOf([...operations, ...controls]) },
  }
}

function requestFacts(path: string, row: RowFacts, example: RequestExample, components: Components): Json {
  const parameters = parametersOf(path, row, example)
  const requestBody = bodyOf(row, example, components)
  return {
    tags: [tagOf(row)],
    operationId: row.id,
    summary: row.summary,
    security: securityOf(row.access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
  }
}

/** Documents an operation with a longer path. Omits `x-example`, because no given sets up the state that the longer path needs. */
function narrowed(path: string, longer: string, row: Operation, components: Components): Json {
  const further = namesIn(longer).filter((name) => !namesIn(path).includes(name))
  const facts = requestFacts(longer, row, exampleOf(longer, row), components)
  return {
    ...facts,
    operationId: `${row.id}By${further.map(pascal).join('')}`,
    summary: `${row.summary} (by ${further.join(' and ')})`,
  }
}

type Facts = Pick<OpenApiOptions, 'dialect' | 'rateLimits' | 'demandsKey'>

function replyFacts(row: RowFacts, { dialect, rateLimits, demandsKey = false }: Facts, components: Components): Json {
  const counted = row.limit && dialect.rateLimitFields ? ['ratelimit-policy', 'ratelimit'] : []
  const definition = rateLimits === 'off' ? 'current' : rateLimits
  return {
    responses: repliesOf(row, dialect.of(row.id), { counted, demandsKey }, components),
    ...(row.limit ? { 'x-rate-limit': { calls: dialect.limits[row.limit][definition], seconds: windowSeconds, definition } } : {}),
    ...(row.dependsOn.length > 0 ? { 'x-depends-on': row.dependsOn } : {}),
  }
}

/** A placeholder for the ids that givens return. */
const anyId = '0f9c2c4e-7a31-4c0e-9d0b-6a8f0c9f1e52'

function exampleOf(path: string, { example }: Operation): RequestExample {
  const names = namesIn(path)
  const { params = {}, ...input } = example.input({})
  return { ...input, params: Object.fromEntries(names.map((name) => [name, params[name] || anyId])) }
}

/** Returns the example's caller, the given that makes the example work, and that given's values in the path. */
function exampleFacts({ example: { as, given, input } }: Operation): Json {
  const marks = Object.fromEntries(exampleValues.map((name) => [name, `{${name}}`]))
  const values = Object.entries(input(marks).params ?? {}).flatMap(([name, value]) =>
    /^\{\w+\}$/.test(value) ? [[name, value.slice(1, -1)]] : [],
  )
  return { caller: as ?? null, ...(given === undefined ? {} : { given, values: Object.fromEntries(values) }) }
}

/** Documents a control row's replies. All refusals have the same form. */
function controlReplies(row: RowFacts, components: Components): Json {
  const schema = components.refJson(
    'ControlProblem',
    {
      type: 'object',
      properties: {
        type: { type: 'string', format: 'uri-reference', description: 'The kind of problem, as a URI.' },
        title: { type: 'string', description: 'A short description of the problem.' },
        status: { type: 'integer', description: 'The HTTP status.' },
        detail: { type: 'string', description: 'The details of the problem.' },
        choices: { type: 'array', items: { type: 'string' }, description: 'The valid values.' },
      },
      required: ['type', 'title', 'status', 'detail'],
    },
    'output',
  )
  const content = { 'application/problem+json': { schema } }
  return {
    ...declaredReplies(row, components),
    '4XX': { description: 'The problem with the request, and the valid choices.', content },
    '5XX': {
      description: 'The world ended during the call, the maximum number of worlds has been reached, or Standin has a bug.',
      content,
    },
  }
}
