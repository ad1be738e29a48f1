/** Validates replies against the OpenAPI document: status, content type, headers and body. */
import { z } from 'zod'
import { controls } from '../../src/control/index.ts'
import { openApi } from '../../src/control/openapi-document.ts'
import type { Dialect } from '../../src/service/areas/dialect.ts'
import { operations } from '../../src/service/areas/index.ts'
import type { Answer } from '../../src/service/wire/call.ts'
import type { RowFacts } from '../../src/service/wire/row.ts'
import { getOrCreate } from '../../src/service/wire/when-needed.ts'
import type { Settings } from '../../src/service/world/settings.ts'

interface Content {
  readonly schema: object
}
interface Reply {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, Content>>
}
interface Judged {
  readonly replies: ReadonlyMap<string, Readonly<Record<string, Reply>>>
  readonly schemas: Readonly<Record<string, object>>
  /** Schemas, compiled on first use. */
  readonly compiled: Map<object, z.ZodType>
}

const documents = new Map<string, Judged>()

function documentOf(dialect: Dialect, demandsKey: boolean): Judged {
  return getOrCreate(documents, `${dialect.name} ${demandsKey}`, () => {
    const { paths, components } = openApi({
      operations,
      controls,
      dialect,
      demandsKey,
      rateLimits: 'current',
      base: 'http://standin.test',
      version: '0',
    })
    const items = Object.values(paths).flatMap((item) => Object.values(item))
    return {
      replies: new Map(items.map(({ operationId, responses }) => [operationId as string, responses as Record<string, Reply>])),
      schemas: (components as { schemas: Record<string, object> }).schemas,
      compiled: new Map(),
    }
  })
}

/** Throws if a reply violates the document. */
export function holdToDocument(
  answer: Answer,
  row: Pick<RowFacts, 'id'>,
  dialect: Dialect,
  settings: Pick<Settings, 'requireSubscriptionKey'> = {},
): void {
  const fault = faultOf(answer, row.id, dialect, settings.requireSubscriptionKey !== undefined)
  if (fault !== undefined) throw new Error(`${row.id} violates the OpenAPI document for the ${dialect.name} dialect: ${fault}`)
}

/** Headers that all replies of control rows have, or all with the same status. */
const ofControl = ['cache-control', 'www-authenticate']

function faultOf({ status, headers, body }: Answer, id: string, dialect: Dialect, demandsKey: boolean): string | undefined {
  const judged = documentOf(dialect, demandsKey)
  const replies = judged.replies.get(id)
  // The document covers only rows and their methods.
  if (replies === undefined || status === 405) return undefined
  const reply = replies[status] ?? replies[`${String(status)[0]}XX`]
  if (reply === undefined) return `the status ${status} is not declared, but ${Object.keys(replies).join(', ')}`
  const usual = id.startsWith('control.') ? ofControl : Object.keys(dialect.of(id).area.headers)
  const known = [...Object.keys(reply.headers ?? {}), ...usual, 'content-type', 'content-length']
  const surplus = Object.keys(headers).find((name) => !known.includes(name) && !name.startsWith('x-standin-'))
  if (surplus !== undefined) return `${status} has the header ${surplus}, but declares ${known.join(', ')}`
  const written = headers['content-type']
  if (written === undefined && (body === undefined || body === '')) return undefined
  const type = String(written ?? '*/*').split(';', 1)[0] ?? ''
  const content = reply.content?.[type]
  if (content === undefined) {
    const declared = Object.keys(reply.content ?? {}).join(', ') || 'none'
    return `${status} has the content type ${String(written)}, but declares ${declared}`
  }
  if (!type.endsWith('json') || typeof body !== 'string') return undefined
  const { success, error } = getOrCreate(judged.compiled, content.schema, () => compiled(content.schema, judged)).safeParse(
    JSON.parse(body),
  )
  return success ? undefined : `${status} ${type} does not fit its schema: ${error.message} ${body.slice(0, 500)}`
}

const reference = /"#\/components\/schemas\/([^"]+)"/g

/** Compiles a schema, together with all schemas that it refers to. */
function compiled(schema: object, { schemas }: Judged): z.ZodType {
  const $defs: Record<string, unknown> = {}
  const text = localized(schema)
  const collect = (found: string) => {
    for (const [, name = ''] of found.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (name in $defs) continue
      const inner = localized(schemas[name] ?? {})
      $defs[name] = JSON.parse(inner)
      collect(inner)
    }
  }
  collect(text)
  return z.fromJSONSchema({ ...JSON.parse(text), $defs })
}

/** Accepts any uuid: Zod would require a particular version, but JSON Schema does not. */
const localized = (schema: object) =>
  JSON.stringify(schema).replaceAll(reference, '"#/$defs/$1"').replaceAll('"format":"uuid"', `"pattern":"^${guid}$"`)

const guid = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
