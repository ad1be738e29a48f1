/** The MCP server (Model Context Protocol) for assistants: control rows become tools. */
import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import { nearest, pathValue } from '../service/wire/misuse.ts'
import type { Docs } from '../service/world/platform.ts'
import { callTool, type Door, readRow, type ToolResult } from './mcp/door.ts'
import { prompts } from './mcp/prompts.ts'
import { toolsOf } from './mcp/tools.ts'
import type { ControlRow } from './rows/row.ts'

const json = 'application/json'
const markdown = 'text/markdown'

const rows = [
  { uri: 'standin://openapi.json', path: '/_standin/openapi.json', title: 'The OpenAPI document for the service and the control rows' },
  {
    uri: 'standin://scenarios',
    path: '/_standin/scenarios?limit=1000',
    title: 'All scenarios, with their effects and whether they are on',
  },
  { uri: 'standin://journal', path: '/_standin/journal?limit=100', title: 'The last 100 calls and their replies' },
]

const families = [
  { before: 'standin://scenarios/', path: (name: string) => `/_standin/scenarios/${name}`, parameter: 'name', title: 'A scenario' },
  { before: 'standin://journal/', path: (id: string) => `/_standin/journal/${id}`, parameter: 'id', title: 'A call in full' },
]

const pages = 'standin://docs/'

export async function listResources(docs: Docs | undefined) {
  const listed = (await docs?.list()) ?? []
  return [
    ...listed.map(({ name, title, summary }) => ({
      uri: `${pages}${name}`,
      name,
      title,
      ...(summary !== '' && { description: summary }),
      mimeType: markdown,
    })),
    ...rows.map(({ uri, title }) => ({ uri, name: uri.slice('standin://'.length), title, mimeType: json })),
  ]
}

const listTemplates = () =>
  families.map(({ before, parameter, title }) => ({ uriTemplate: `${before}{${parameter}}`, name: title, title, mimeType: json }))

/** Returns undefined for an unknown URI. If a row refuses, throws an error with the reason. */
export async function readResource(uri: string, docs: Docs | undefined, door: Door) {
  if (uri.startsWith(pages)) {
    const text = await docs?.read(uri.slice(pages.length))
    return text === undefined ? undefined : { uri, mimeType: markdown, text }
  }
  const path = rows.find((row) => row.uri === uri)?.path ?? pathInFamily(uri)
  return path === undefined ? undefined : { uri, mimeType: json, text: await readRow(door, path) }
}

function pathInFamily(uri: string): string | undefined {
  const family = families.find(({ before }) => uri.startsWith(before))
  const name = family && uri.slice(family.before.length)
  return name === undefined || name === '' ? undefined : family?.path(pathValue(family.parameter, name))
}

/** A tool that is not derived from a control row. */
export interface OwnTool {
  readonly listed: Tool
  call(given: Readonly<Record<string, unknown>>): Promise<ToolResult>
}

interface AssistantOptions {
  readonly rows: readonly ControlRow[]
  readonly door: Door
  readonly version: string
  /** Absent if documents cannot be read. */
  readonly docs: Docs | undefined
  /** Tools that run on the assistant's machine. */
  readonly own?: readonly OwnTool[]
}

const instructions = `Standin is a stateful stand-in for a Notification and File Transfer Service. A client under development calls it instead of the real service.
Use the tools to inspect what the client did (journal_list, journal_line_show, story_show, outbox_list), to make calls fail (scenario_list, scenario_use, scenario_off), and to advance time (clock_advance).
A world is an isolated copy of the service's state. If others use the same server, create a world of your own (world_make) and pass it as the world argument.`

/** Creates a server for a single connection, or for a single call without a connection. */
export function assistantServer({ rows, door, version, docs, own = [] }: AssistantOptions): Server {
  const server = new Server(
    { name: 'standin', title: 'Standin', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...toolsOf(rows).values(), ...own].map(({ listed }) => listed) }))
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }) => {
    const ownTool = own.find(({ listed }) => listed.name === name)
    if (ownTool) return ownTool.call(given)
    const tool = toolsOf(rows).get(name)
    if (!tool) {
      const near = nearest(name, [...toolsOf(rows).keys(), ...own.map(({ listed }) => listed.name)])
      throw unknown(`Unknown tool: ${quoted(name)}. The closest names are: ${near.slice(0, 5).join(', ')}. tools/list returns all tools.`)
    }
    return callTool(tool, given, door)
  })
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources(docs) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: listTemplates() }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const content = await readResource(uri, docs, door).catch((error: Error) => {
      throw unknown(error.message)
    })
    if (!content) throw unknown(`Unknown resource: ${quoted(uri)}.`)
    return { contents: [content] }
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ listed }) => listed) }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const prompt = prompts.find(({ listed }) => listed.name === name)
    if (!prompt) throw unknown(`Unknown prompt: ${quoted(name)}. Available: ${prompts.map(({ listed }) => listed.name).join(', ')}.`)
    const text = await prompt.write(given, door).catch((error: Error) => {
      throw unknown(error.message)
    })
    return { description: prompt.listed.description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
  return server
}

const unknown = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
const quoted = (text: string) => JSON.stringify(text.slice(0, 100))
