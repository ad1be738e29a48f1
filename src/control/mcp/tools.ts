/** An assistant's tools: control rows whose input is flattened into a single object. */
import type { Tool } from '@modelcontextprotocol/server'
import type { ReplyShape } from '../../service/wire/row.ts'
import { getOrCreate } from '../../service/wire/when-needed.ts'
import { jsonSchema } from '../openapi/json-schema.ts'
import type { ControlRow } from '../rows/row.ts'

/** Verbs that differ from the verb in the id. The command line uses the same verbs. */
const verbs: Readonly<Record<string, string>> = { activate: 'use', deactivate: 'off' }
/** Names whose verb consists of more than one word. */
const whole: Readonly<Record<string, string>> = { 'control.breakOffDelivery': 'delivery_break_off' }

/** Returns a tool's name. The noun comes first, so that related tools are listed together, and is singular even for lists. */
function toolName(id: string): string {
  const given = whole[id]
  if (given !== undefined) return given
  const [verb = '', ...noun] = id
    .slice(id.indexOf('.') + 1)
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .split('_')
  const thing = noun.join('_')
  if (thing === '') return verb
  return `${['list', 'find'].includes(verb) ? singular(thing) : thing}_${verbs[verb] ?? verb}`
}

const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')

type Json = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Json>>

/** The part of the call that contains an argument. */
export type Part = 'world' | 'environment' | 'params' | 'query' | 'body' | 'whole body'

export interface AssistantTool {
  readonly row: ControlRow
  readonly parts: ReadonlyMap<string, Part>
  /** The tool in the form in which the protocol lists it. */
  readonly listed: Tool
}

const made = new WeakMap<readonly ControlRow[], ReadonlyMap<string, AssistantTool>>()

/** Returns a table's tools, keyed by name. They are created once per table. */
export const toolsOf = (rows: readonly ControlRow[]): ReadonlyMap<string, AssistantTool> =>
  getOrCreate(made, rows, () => new Map(rows.filter(isTool).map((row) => [toolName(row.id), toolOf(row)])))

const isText = ({ kind }: ReplyShape) => kind === 'json' || kind === 'empty'

/** Rows that are not tools, because the OpenAPI document is a resource, and an assistant has no use for a web page. */
const others: readonly string[] = ['control.showOpenapi', 'control.openMail']

/** False for bytes and streams, which an assistant cannot read. */
const isTool = ({ id, request, replies }: ControlRow) =>
  request.body?.kind !== 'bytes' && Object.values(replies).every(isText) && !others.includes(id)

interface Group {
  readonly part: Part
  readonly properties: Properties
  readonly required: readonly string[]
}

function toolOf(row: ControlRow): AssistantTool {
  const groups = groupsOf(row)
  const required = groups.flatMap((group) => group.required)
  const { method, example } = row
  const isDelete = method === 'DELETE'
  return {
    row,
    parts: new Map(groups.flatMap(({ part, properties }) => Object.keys(properties).map((name) => [name, part]))),
    listed: {
      name: toolName(row.id),
      title: row.summary,
      description: example ? `${row.summary}. Example: ${JSON.stringify(argumentsOf(example, groups))}` : `${row.summary}.`,
      inputSchema: {
        type: 'object',
        properties: Object.assign({}, ...groups.map(({ properties }) => properties)) as Tool['inputSchema']['properties'],
        ...(required.length > 0 && { required }),
      },
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint: isDelete || row.isDestructive === true,
        idempotentHint: isDelete || method === 'PUT' || method === 'GET',
        openWorldHint: false,
      },
    },
  }
}

/** Groups a tool's arguments. Body members become separate arguments unless another part of the call uses one of their names. */
function groupsOf(row: ControlRow): readonly Group[] {
  const { params, query, body } = row.request
  const own = [objectGroup('params', params && jsonSchema(params, 'input')), objectGroup('query', query && jsonSchema(query, 'input'))]
  const worldGroups = row.world === 'none' ? [] : [placeGroup('world', worldText)]
  const taken = new Set([...own, ...worldGroups].flatMap(({ properties }) => Object.keys(properties)))
  const bodies = body?.kind === 'json' ? [bodyGroup(jsonSchema(body.schema, 'input'), body.optional === true, taken)] : []
  const all = [...own, ...bodies, ...worldGroups]
  const named = all.some(({ properties }) => 'environment' in properties)
  return named || worldGroups.length === 0 ? all : [...all, placeGroup('environment', environmentText)]
}

const worldText = { type: 'string', description: "The world's name. Default: this server's world." }
const environmentText = {
  type: 'string',
  enum: ['test', 'production'],
  description: "The environment. Default: this server's.",
}

const placeGroup = (part: 'world' | 'environment', property: Json): Group => ({ part, properties: { [part]: property }, required: [] })

const objectGroup = (part: Part, { properties = {}, required = [] }: Json = {}): Group => ({
  part,
  properties: properties as Properties,
  required: required as readonly string[],
})

function bodyGroup(schema: Json, optional: boolean, taken: ReadonlySet<string>): Group {
  const names = Object.keys((schema.properties ?? {}) as Properties)
  const isFlat = names.length > 0 && !names.some((name) => taken.has(name))
  if (!isFlat) return { part: 'whole body', properties: { body: schema }, required: optional ? [] : ['body'] }
  const { required, ...others } = objectGroup('body', schema)
  return { ...others, required: optional ? [] : required }
}

function argumentsOf({ params, query, body }: NonNullable<ControlRow['example']>, groups: readonly Group[]): Json {
  const isWhole = groups.some(({ part }) => part === 'whole body')
  return { ...params, ...query, ...(isWhole ? { body } : (body as Json | undefined)) }
}
