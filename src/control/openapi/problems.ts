/** Documents a refusal: its headers, its schema and an example. */

import type { RefusalKey } from '../../service/areas/areas.ts'
import type { Resolved } from '../../service/areas/dialect.ts'
import { refusalSamples } from '../../service/areas/index.ts'
import { bodyType, writeRefusal } from '../../service/wire/error-answers.ts'
import { Refusal, type RefusalForm, type RefusalValues } from '../../service/wire/refusal.ts'
import type { RowFacts } from '../../service/wire/row.ts'
import { type Area, missingScope } from '../../service/wire/vocabulary.ts'
import type { Json } from './json-schema.ts'

/** `name`: the schema's name. Undefined for a plain-text body. */
export interface Shape {
  readonly name: string | undefined
  readonly schema: Json
}

interface Problem {
  readonly headers: readonly string[]
  /** Absent if the refusal has no body. */
  readonly body?: Shape & { readonly types: readonly string[]; readonly example: Json }
}

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

const samples: Partial<Record<RefusalKey, RefusalValues>> = refusalSamples

/** Uses the same code as the service, so that examples match actual replies. */
export function problemOf(row: RowFacts, { area, refusals }: Resolved, key: RefusalKey): Problem {
  const form = refusals[key]
  const refusal = new Refusal(
    key,
    { ...valuesOf(row, area), ...samples[key] },
    key === 'validation' ? { field: ['The problem with the field.'] } : undefined,
  )
  const { headers, body } = writeRefusal(refusal, form, area, () => trace, { problemType: row.problemType })
  // A body without a content type can have any type.
  const { 'content-type': contentType = '*/*', ...others } = headers
  // Omits headers that every answer in the area has.
  const named = Object.keys(others).filter((name) => !(name in area.headers))
  if (typeof body !== 'string') return { headers: named }
  const { preferred } = area.problem
  const isUsual = contentType === area.problem.contentType && form.contentType === undefined
  const more = form.body === 'textOrJson' ? jsonTypes : isUsual && preferred !== undefined ? [preferred] : []
  const types = [contentType, ...more].map(mediaType)
  const [type = ''] = types
  const value: unknown = type.endsWith('json') ? JSON.parse(body) : body
  return { headers: named, body: { types, ...shapeOf(area, form, value), example: { summary: form.title, value } } }
}

/** Content types of a string written as JSON. */
const jsonTypes = ['application/json', 'text/json']

const mediaType = (contentType: string | readonly string[]) => String(contentType).split(';', 1)[0] ?? ''

const valuesOf = (row: RowFacts, area: Area) => ({
  scope: missingScope(row.access),
  seconds: 60,
  limit: 30_000_000,
  type: bodyType(row),
  types: area.accept?.join(', ') ?? '',
  resource: 'urn:altinn:resource:standin-plain',
})

/**
 * Returns the schema of a refusal's body. All problem details share one name, so that clients get a single type for them. `code` is
 * optional and not an enumeration, because not every refusal has a code and the service may add more.
 */
function shapeOf({ problem }: Area, { members: own, framework, code }: RefusalForm, value: unknown): Shape {
  if (typeof value !== 'object' || value === null) return { name: undefined, schema: { type: 'string' } }
  const name = 'error_description' in value ? 'OAuthError' : 'statusCode' in value ? 'GatewayProblem' : 'Problem'
  const isValidation = 'errors' in value
  const usual = (isValidation || framework ? problem.validation : problem.members).filter((each) => isValidation || each !== 'errors')
  const members = name === 'Problem' ? (own ?? usual) : Object.keys(value)
  return {
    name,
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map((each) => [each, memberOf(each, code)])),
      required: members.filter((each) => each !== 'code'),
    },
  }
}

function memberOf(name: string, code: string | undefined): Json {
  if (name === 'code') return { type: 'string', ...(code === undefined ? {} : { examples: [code] }) }
  if (name === 'status' || name === 'statusCode') return { type: 'integer' }
  if (name === 'errors') return { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
  return name === 'type' ? { type: 'string', format: 'uri-reference' } : { type: 'string' }
}
