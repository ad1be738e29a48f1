/** Documents a refusal: its headers, its schema and an example. */
import { refusalSamples } from '../areas/index.ts'
import type { Area } from '../wire/area.ts'
import { areaName } from '../wire/areas.ts'
import type { Resolved } from '../wire/dialect.ts'
import type { RefusalKey } from '../wire/refusals/index.ts'
import { Refusal } from '../wire/refusals/refusal.ts'
import type { RefusalForm, RefusalValues } from '../wire/refusals/refusal-form.ts'
import { bodyType, writeRefusal } from '../wire/refusals/write-refusal.ts'
import type { RowFacts } from '../wire/row.ts'
import { missingScope } from '../wire/scopes.ts'
import type { Json } from './json-schema.ts'
import { type Components, pascal } from './schemas.ts'

interface Problem {
  readonly headers: readonly string[]
  /** Absent: the refusal has no body. */
  readonly body?: { readonly types: readonly string[]; readonly schema: Json; readonly example: Json }
}

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const samples: Partial<Record<RefusalKey, RefusalValues>> = refusalSamples

/** Uses the writer of the service, so that examples are as on the wire. */
export function problemOf(row: RowFacts, { area, refusals }: Resolved, key: RefusalKey, components: Components): Problem {
  const form = refusals[key]
  const refusal = new Refusal(
    key,
    { ...valuesOf(row, area), ...samples[key] },
    key === 'validation' ? { field: ['What is wrong with it.'] } : undefined,
  )
  const { headers, body } = writeRefusal(refusal, form, area, () => trace)
  // A body without a content type has any type.
  const { 'content-type': contentType = '*/*', ...others } = headers
  // The headers of every answer of an area are left out.
  const named = Object.keys(others).filter((name) => !(name in area.headers))
  if (typeof body !== 'string') return { headers: named }
  const { preferred } = area.problem
  const isUsual = contentType === area.problem.contentType && form.contentType === undefined
  const types = [contentType, ...(isUsual && preferred !== undefined ? [preferred] : [])].map(mediaType)
  const [type = ''] = types
  const value: unknown = type.endsWith('json') ? JSON.parse(body) : body
  const schema = typeof value === 'string' ? { type: 'string' } : schemaOf(row, area, form, value as Json, components)
  return { headers: named, body: { types, schema, example: { summary: form.title, value } } }
}

const mediaType = (contentType: string | readonly string[]) => String(contentType).split(';', 1)[0] ?? ''

/** Values for the placeholders of the refusal texts. */
const valuesOf = (row: RowFacts, area: Area) => ({
  scope: missingScope(row.access),
  seconds: 60,
  limit: 30_000_000,
  type: bodyType(row),
  types: area.accept?.join(', ') ?? '',
  resource: 'urn:altinn:resource:standin-plain',
})

/** The problems of an area share their members, except refusals with members of their own. Not every refusal has a code. */
function schemaOf(
  { id }: RowFacts,
  { problem }: Area,
  { members: own, framework }: RefusalForm,
  value: Json,
  components: Components,
): Json {
  const gateway = 'statusCode' in value
  const oauth = 'error_description' in value
  const validation = 'errors' in value
  const usual = (validation || framework ? problem.validation : problem.members).filter((name) => validation || name !== 'errors')
  const members = gateway || oauth ? Object.keys(value) : (own ?? usual)
  const kind = oauth
    ? 'OAuthError'
    : gateway
      ? 'GatewayProblem'
      : own
        ? 'UnhandledProblem'
        : framework
          ? 'FrameworkProblem'
          : validation
            ? 'ValidationProblem'
            : 'Problem'
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members.map((name) => [name, memberOf(name)])),
    required: members.filter((name) => name !== 'code'),
  }
  return components.refJson([kind, `${pascal(areaName(id))}${kind}`, `${pascal(id)}${kind}`], schema)
}

function memberOf(name: string): Json {
  if (name === 'status' || name === 'statusCode') return { type: 'integer' }
  if (name === 'errors') return { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
  return name === 'type' ? { type: 'string', format: 'uri-reference' } : { type: 'string' }
}
