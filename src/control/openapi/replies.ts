/** Documents a row's replies by status, including refusals. */
import { z } from 'zod'
import { isBehindGateway, type RefusalKey } from '../../service/areas/areas.ts'
import type { Resolved } from '../../service/areas/dialect.ts'
import { type RefusalForm, reasonPhrase } from '../../service/wire/refusal.ts'
import { paths, type ReplyShape, type RowFacts } from '../../service/wire/row.ts'
import { type Area, failsOnBrokenToken } from '../../service/wire/vocabulary.ts'
import type { Json } from './json-schema.ts'
import { problemOf, type Shape } from './problems.ts'
import { type Components, descriptionOf, pascal } from './schemas.ts'

/** Returns a row's refusals, in the order in which a call is checked. `demandsKey`: true if the gateway requires a subscription key. */
export function refusalsOf(row: RowFacts, area: Area, demandsKey = false): RefusalKey[] {
  const { access, request, limit, dependsOn } = row
  const bytes = Object.values(row.replies).some(({ kind }) => kind === 'bytes')
  const isGuarded = demandsKey && isBehindGateway(row.id)
  const facts: [boolean, RefusalKey][] = [
    [isGuarded, 'subscription-key-missing'],
    [isGuarded, 'subscription-key-wrong'],
    [paths(row).some((path) => failsOnBrokenToken(area, path)), 'broken-token'],
    [isTypeRouted(row, area), 'unsupported-media-type'],
    [area.accept !== undefined && !bytes && !row.ignoresAccept, 'not-acceptable'],
    [access.kind === 'token' || access.kind === 'scope', 'unauthenticated'],
    [access.kind === 'scope', 'forbidden'],
    [area.identity?.platform !== undefined && access.kind !== 'anyone', 'unreadable-platform-token'],
    [limit !== undefined, 'rate-limited'],
    [isJson(row) && !(row.demandsJson && area.json.checkedWhen === 'routing'), 'unreadable-media-type'],
    [request.body?.kind === 'json' || request.body?.kind === 'fields', 'too-large'],
    [isChecked(row), 'validation'],
  ]
  const derived = facts.flatMap(([holds, key]) => (holds ? [key] : []))
  return [...derived, ...(row.refusals as readonly RefusalKey[]), ...(dependsOn.length > 0 ? (['unreachable'] as const) : []), 'NOT-00002']
}

const isJson = ({ request: { body }, demandsJson }: RowFacts) => body?.kind === 'json' || (!body && demandsJson === true)

/** True if a different content type is refused during routing. A JSON body without a type is refused when it is read. */
function isTypeRouted(row: RowFacts, { json }: Area): boolean {
  const { body } = row.request
  if (isJson(row)) return json.checkedWhen === 'routing'
  return body !== undefined && !(body.kind === 'bytes' && body.checkedWhen === 'handling')
}

/** True if a request can be refused because of its content. */
function isChecked({ request: { params, query, headers, body } }: RowFacts): boolean {
  if (body && body.kind !== 'bytes') return true
  return [params, query, headers].some(
    (part) => part && (hasChecks(part) || Object.values(part.shape).some((schema) => !takesAnyText(schema as z.ZodType))),
  )
}

/** True for plain strings. They cannot be refused, because path parameters are never missing. */
function takesAnyText(schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodString && !hasChecks(inner)
}

const hasChecks = ({ def }: z.ZodObject | z.ZodString) => (def.checks ?? []).length > 0

interface Content {
  schema: Json
  examples?: Record<string, Json>
}

interface Reply {
  readonly description: string
  readonly headers: Record<string, Json>
  readonly content: Record<string, Content>
}

const descriptions: Readonly<Record<string, string>> = { 200: 'OK', 201: 'Created', 204: 'No Content', 206: 'Partial Content' }

type Replies = Record<string, Reply>

export const declaredReplies = (row: RowFacts, components: Components): Json => trimmed(declared(row, [], components))

interface Surroundings {
  /** Headers that show how many calls remain before a limit is reached. */
  readonly counted: readonly string[]
  /** True if the gateway requires a subscription key. */
  readonly demandsKey: boolean
}

export function repliesOf(row: RowFacts, resolved: Resolved, { counted, demandsKey }: Surroundings, components: Components): Json {
  const replies = declared(row, counted, components)
  const shapes = new Map<Content, Shape[]>()
  const add = (key: RefusalKey, form: RefusalForm, name: string = key) => {
    const reply = replyAt(replies, form.status, form.title)
    const { headers, body } = problemOf(row, { ...resolved, refusals: { ...resolved.refusals, [key]: form } }, key)
    addHeaders(reply, [...headers, ...counted])
    if (!body) return
    for (const type of body.types) {
      reply.content[type] ??= { schema: {} }
      const content = reply.content[type]
      content.examples = { ...content.examples, [name]: body.example }
      shapes.set(content, [...(shapes.get(content) ?? []), body])
    }
  }
  for (const key of refusalsOf(row, resolved.area, demandsKey)) add(key, resolved.refusals[key])
  for (const service of row.dependsOn) {
    for (const { form } of Object.values(resolved.outages[service] ?? {}))
      if (typeof form !== 'string') add('unreachable', form, `outage-${service}`)
  }
  for (const [content, each] of shapes) content.schema = oneSchema(each, components)
  return trimmed(replies)
}

function declared(row: RowFacts, counted: readonly string[], components: Components): Replies {
  const replies: Replies = {}
  for (const [status, shape] of Object.entries(row.replies)) {
    const reply = replyAt(replies, Number(status))
    addHeaders(reply, [...shape.headers, ...counted])
    Object.assign(reply.content, contentOf(row, status, shape, components))
  }
  return replies
}

function replyAt(replies: Replies, status: number, title = 'Refused'): Reply {
  replies[status] ??= { description: descriptions[status] ?? reasonPhrase(status) ?? title, headers: {}, content: {} }
  return replies[status]
}

function addHeaders({ headers }: Reply, names: readonly string[]): void {
  for (const name of names) headers[name] = { description: descriptionOf(`header.${name}`), schema: { type: 'string' } }
}

function contentOf({ id }: RowFacts, status: string, shape: ReplyShape, components: Components): Record<string, Content> {
  const name = `${pascal(id)}${status.startsWith('2') ? 'Reply' : `Reply${status}`}`
  if (shape.kind === 'eventStream') return { 'text/event-stream': { schema: components.ref(name, shape.schema, 'output') } }
  if (shape.kind === 'json') return { [shape.type ?? 'application/json']: { schema: components.ref(name, shape.schema, 'output') } }
  if (shape.kind === 'bytes') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  if (shape.kind !== 'text') return {}
  const text = { [shape.type ?? 'text/plain']: { schema: { type: 'string' } } }
  if (!shape.orJson) return text
  const json = { schema: components.ref(`${name}Json`, shape.orJson, 'output') }
  return { ...text, 'application/json': json, 'text/json': json }
}

/**
 * Merges the schemas for each status, because client generators omit errors with several schemas. Any value is allowed if plain text is
 * possible.
 */
function oneSchema(shapes: readonly Shape[], components: Components): Json {
  const name = [...new Set(shapes.flatMap((each) => each.name ?? []))].join('Or')
  if (name === '') return { type: 'string' }
  const objects = shapes.filter((each) => each.name !== undefined)
  const object = objects.map(({ schema }) => components.merged(name, schema)).at(-1) ?? {}
  return objects.length === shapes.length ? object : { description: 'Problem details, or plain text.' }
}

/** Removes empty headers and contents. */
const trimmed = (replies: Replies): Json =>
  Object.fromEntries(
    Object.entries(replies).map(([status, { description, headers, content }]) => [
      status,
      {
        description,
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...(Object.keys(content).length > 0 ? { content } : {}),
      },
    ]),
  )
