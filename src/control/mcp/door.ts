/** Connects an assistant's server to Standin: reads rows, and calls the rows behind the tools. */

import { isObject, parseJson } from '../../service/wire/json.ts'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import type { EnvironmentName } from '../../service/world/records.ts'
import { controlUrl } from '../rows/url.ts'
import type { AssistantTool, Part } from './tools.ts'

export interface Door {
  /** Returns the base URL for a world and environment. Default: those in the assistant's own URL. */
  base(world?: string, environment?: EnvironmentName): string
  /** Calls a control row on behalf of the assistant's user. */
  send(request: Request): Promise<Response>
}

/** Returns a row's reply as text. Throws an error that describes any problem. */
export async function readRow(door: Door, path: string): Promise<string> {
  const response = await door.send(new Request(`${door.base()}${path}`))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

type Values = Readonly<Record<string, unknown>>

export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
  readonly [other: string]: unknown
}

/** Maximum length of a reply in characters. A longer reply would fill up the assistant's context. */
const longest = 100_000

/** Returns refusals, connection failures and unknown arguments as errors that the assistant can read. */
export async function callTool(tool: AssistantTool, given: Values, door: Door): Promise<ToolResult> {
  let request: Request
  try {
    request = requestOf(tool, given, door)
  } catch (thrown) {
    if (thrown instanceof Misuse) return failed(thrown.message)
    throw thrown
  }
  const response = await door.send(request).catch((error: Error) => error)
  return response instanceof Error ? failed(response.message) : answered(response)
}

function requestOf({ row, parts, listed }: AssistantTool, given: Values, door: Door): Request {
  const known = [...parts.keys()]
  const unknown = Object.keys(given).find((name) => !parts.has(name))
  if (unknown !== undefined) throw unknownName(`${listed.name}: unknown argument ${JSON.stringify(unknown.slice(0, 100))}.`, unknown, known)
  const missing = listed.inputSchema.required?.find((name) => given[name] === undefined)
  if (missing !== undefined) throw new Misuse(`${listed.name}: the ${missing} argument is missing.`)
  const [world, environment] = [textOf(given.world), parts.get('environment') === 'environment' ? textOf(given.environment) : undefined]
  if (environment !== undefined && environment !== 'test' && environment !== 'production')
    throw new Misuse(`${listed.name}: environment must be test or production.`)
  const url = controlUrl(door.base(world, environment), row.id, {
    params: texts(partOf(given, parts, 'params')),
    query: texts(partOf(given, parts, 'query')),
  })
  const body = bodyOf(given, parts)
  const headers = { 'content-type': 'application/json' }
  return new Request(url, { method: row.method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) })
}

const textOf = (value: unknown) => (value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value))

const partOf = (given: Values, parts: AssistantTool['parts'], wanted: Part): Values =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => parts.get(name) === wanted && value !== undefined))

const texts = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value) ?? '']))

function bodyOf(given: Values, parts: AssistantTool['parts']): unknown {
  const members = partOf(given, parts, 'body')
  return Object.keys(members).length > 0 ? members : partOf(given, parts, 'whole body').body
}

async function answered(response: Response): Promise<ToolResult> {
  const text = await response.text()
  const value = text === '' ? undefined : parseJson(text)
  if (!response.ok && response.status !== 422) return failed(detailOf(value) ?? `Standin returned ${response.status}.`)
  if (text.length > longest) {
    return failed(`The reply has ${text.length} characters, but the maximum is ${longest}. Use limit or a filter to get a shorter reply.`)
  }
  return { content: [{ type: 'text', text: text === '' ? 'Done.' : text }], ...(isObject(value) && { structuredContent: value }) }
}

/** Returns a refusal's detail, including the valid choices. */
function detailOf(problem: unknown): string | undefined {
  if (!isObject(problem) || typeof problem.detail !== 'string') return undefined
  const { detail, choices } = problem
  // The detail already contains a short list of choices.
  if (!Array.isArray(choices) || choices.every((each) => detail.includes(String(each)))) return detail
  return `${detail} Available: ${choices.slice(0, 200).join(', ')}.`
}

const failed = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true })
