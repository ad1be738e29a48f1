/** The door of an assistant, opened by the protocol's own clients, of both versions, over both transports. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, onTestFinished } from 'vitest'
import { controls } from '../../../src/control/index.ts'
import { prompts } from '../../../src/control/mcp/prompts.ts'
import { toolsOf } from '../../../src/control/mcp/tools.ts'
import { command, serverForFile } from '../../support/command-line.ts'
import { folderWith } from '../../support/folder.ts'
import { orderTo, toPerson, ttd } from '../../support/orders.ts'
import { test } from '../../support/rule.ts'
import { base } from '../../support/standin.ts'

const { simulator, url } = await serverForFile()
const info = { name: 'a-test', version: '1.0.0' }
const stdioOf = (world: string) => ({ command: process.execPath, args: [command, 'mcp', '--url', url, '--world', world] })
const addressOf = (world: string) => new URL(`${url}/worlds/${world}/_standin/mcp`)

interface Said {
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly isError?: unknown
  readonly [other: string]: unknown
}

/** What both versions of the client offer. */
interface Assistant {
  listTools(): Promise<{ tools: readonly { name: string; annotations?: { destructiveHint?: boolean | undefined } | undefined }[] }>
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<Said>
  listResources(): Promise<{ resources: readonly { uri: string; description?: string | undefined }[] }>
  readResource(asked: { uri: string }): Promise<{ contents: readonly { uri: string }[] }>
  getPrompt(asked: { name: string; arguments?: Record<string, string> }): Promise<{ messages: readonly { content: unknown }[] }>
  close(): Promise<void>
}

async function newer(transport: Parameters<Client['connect']>[0]): Promise<Assistant> {
  const client = new Client(info)
  await client.connect(transport)
  return client
}

async function older(transport: OlderHttp | OlderStdio): Promise<Assistant> {
  const client = new OlderClient(info)
  // Its types were written for a compiler that does not tell an absent member from an undefined one.
  await client.connect(transport as OlderStdio)
  return client
}

const textOf = ({ content }: Said | { content: unknown }) => (content as readonly { text: string }[])[0]?.text ?? ''

describe.each([
  ['version 2 over HTTP', 'two-http', (world: string) => newer(new StreamableHTTPClientTransport(addressOf(world)))],
  ['version 1 over HTTP', 'one-http', (world: string) => older(new OlderHttp(addressOf(world)))],
  ['version 2 over the standard input', 'two-stdio', (world: string) => newer(new StdioClientTransport(stdioOf(world)))],
  ['version 1 over the standard input', 'one-stdio', (world: string) => older(new OlderStdio(stdioOf(world)))],
])('an assistant with the client of %s', (_, world, connect) => {
  async function open() {
    const assistant = await connect(world)
    onTestFinished(() => assistant.close())
    return {
      assistant,
      async call(name: string, given: Record<string, unknown> = {}) {
        const said = await assistant.callTool({ name, arguments: given })
        expect(said.isError, textOf(said)).not.toBe(true)
        return said.structuredContent as never
      },
    }
  }

  test('lists and calls every tool', async () => {
    const { assistant } = await open()
    await assistant.callTool({ name: 'world_make', arguments: { name: world } })
    const { tools } = await assistant.listTools()
    const wrong: unknown[] = []
    for (const { name } of tools) {
      // These end what the others call.
      if (['world_drop', 'keys_rotate'].includes(name)) continue
      const { example } = toolsOf(controls).get(name)?.row ?? {}
      const given = { ...example?.params, ...example?.query, ...(example?.body as object | undefined) }
      const said = await assistant.callTool({ name, arguments: given })
      if (textOf(said) === '' || /defect|bug/i.test(textOf(said).slice(0, 100))) wrong.push([name, said])
    }

    const own = ['explore_scenarios', 'capsule_save', 'capsule_outline', 'capsule_replay']
    expect(tools.map(({ name }) => name)).toEqual([...toolsOf(controls).keys(), ...(world.endsWith('stdio') ? own : [])])
    expect(wrong).toEqual([])
  })

  test('switches a scenario on, finds why a call failed, advances the clock, and switches the scenario off', async () => {
    const { assistant, call } = await open()
    await call('reset')
    const { scenarios } = (await call('scenario_list', { limit: 1000 })) as { scenarios: { name: string }[] }
    await call('scenario_use', { name: 'outage-register' })
    const client = simulator.knobs(world).client()
    const order = () => client.call('notifications.createOrder', { as: ttd, body: orderTo(toPerson('12838590150')) })
    const refused = await order()
    const { journal } = (await call('journal_list', { status: '5xx' })) as { journal: { id: string }[] }
    const line = (await call('journal_line_show', { id: journal.at(-1)?.id ?? '' })) as { scenario: string; status: number }
    const { messages } = await assistant.getPrompt({ name: 'why_did_this_call_fail' })
    const clock = (await call('clock_advance', { by: 'PT1H' })) as { now: string }
    await call('scenario_off', { name: 'outage-register' })
    const accepted = await order()

    expect(scenarios.map(({ name }) => name)).toContain('outage-register')
    expect(refused.status).toBe(503)
    expect(line).toMatchObject({ scenario: 'outage-register', status: 503 })
    expect(textOf({ content: [messages[0]?.content] })).toContain('"scenario":"outage-register"')
    expect(clock.now).toBe('2026-06-01T11:00:00Z')
    expect(accepted.status).toBe(201)
  })

  test('reads the documentation, the OpenAPI document and a scenario', async () => {
    const { assistant } = await open()
    const { resources } = await assistant.listResources()
    const uris = ['standin://docs/cookbook.md', 'standin://openapi.json', 'standin://scenarios/outage-register']
    const texts = await Promise.all(
      uris.map(async (uri) => (await assistant.readResource({ uri })).contents[0] as { text?: string } | undefined),
    )

    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(uris.slice(0, 2)))
    expect(texts[0]?.text).toMatch(/^# /)
    expect(JSON.parse(texts[1]?.text ?? '')).toMatchObject({ openapi: '3.1.0' })
    expect(JSON.parse(texts[2]?.text ?? '')).toMatchObject({ name: 'outage-register' })
    await expect(assistant.readResource({ uri: 'standin://docs/../package.json' })).rejects.toThrow('Unknown resource')
    await expect(assistant.readResource({ uri: 'standin://scenarios/none-such' })).rejects.toThrow('none-such')
    await expect(assistant.readResource({ uri: 'standin://scenarios/..' })).rejects.toThrow(
      'name is "..": a URL would treat it as a relative path',
    )
  })

  test('reads what is wrong with a call, and the choices', async () => {
    const { assistant } = await open()
    const said = (name: string, given: Record<string, unknown>) => assistant.callTool({ name, arguments: given })

    expect(textOf(await said('scenario_use', { name: 'outage-registre' }))).toContain('outage-register')
    expect(textOf(await said('scenario_use', { nmae: 'x' }))).toContain('unknown argument "nmae". Did you mean name?')
    expect(textOf(await said('world_drop', { name: 'none-such' }))).not.toContain('There is: default')
    expect(textOf(await said('scenario_use', {}))).toContain('the name argument is missing')
    expect(textOf(await said('clock_advance', { by: 'an hour' }))).toContain('by')
    await expect(assistant.callTool({ name: 'verdicts_list', arguments: {} })).rejects.toThrow(
      /Unknown tool: "verdicts_list"\. The closest names are: .*\bverdict_list\b/,
    )
  })
})

test('every tool that removes or replaces says so, and every one that only looks', () => {
  const tools = [...toolsOf(controls).values()].map(({ listed }) => listed)
  const named = (wanted: 'destructiveHint' | 'readOnlyHint') =>
    tools.filter(({ annotations }) => annotations?.[wanted]).map(({ name }) => name)

  expect(named('destructiveHint')).toEqual(expect.arrayContaining(['reset', 'world_drop', 'journal_clear', 'snapshot_restore']))
  expect(named('destructiveHint')).not.toContain('scenario_use')
  expect(named('readOnlyHint')).toEqual(expect.arrayContaining(['journal_list', 'clock_show']))
  expect(named('readOnlyHint')).not.toContain('clock_advance')
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
})

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const headers = { accept: 'application/json, text/event-stream' }

test('one message is answered by itself, without a session, and a notification with nothing', async ({ send, ask }) => {
  const asked = new Request(`${base}/_standin/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  const response = await send(asked)

  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }

  expect(response.status).toBe(200)
  expect(await response.text()).toContain('scenario_use')
  expect(await ask('control.serveAssistant', { body: notification, headers })).toMatchObject({ status: 202, body: undefined })
})

test.for([
  ['a page of another site', { origin: 'https://evil.example' }, '{}', 403],
  ['another kind of body', { 'content-type': 'text/plain' }, '{}', 415],
  ['no JSON', {}, '{', 400],
  ['too large a body', {}, 'x'.repeat(1_048_577), 413],
] as const)('%s is refused', async ([, given, body, status], { send }) => {
  const asked = new Request(`${base}/_standin/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...given },
    body,
  })

  expect((await send(asked)).status).toBe(status)
})

test('the prompts name only tools and scenarios that exist', async ({ simulator: here }) => {
  const { scenarios } = await here.scenarios.list({ limit: 1000 })
  const names = new Set([...toolsOf(controls).keys(), ...scenarios.map(({ name }) => name)])
  const door = { base: () => base, send: () => Promise.reject(new Error('It asks for nothing.')) }
  const text = (await prompts.find(({ listed }) => listed.name === 'integrate_with_the_service')?.write({}, door)) ?? ''
  const named = [...text.matchAll(/[a-z]+(?:_[a-z]+)+|\b(?:order|outage|rate)(?:-[a-z]+)+/g)].map(([name]) => name)

  expect(named).toHaveLength(10)
  expect(named.filter((name) => !names.has(name))).toEqual([])
})

test('an assistant on this machine runs a command under scenarios, and replays what it recorded', { timeout: 90_000 }, async () => {
  const folder = folderWith({
    'client.mjs':
      "await fetch(process.env.STANDIN_URL + '/api/GetEnterpriseToken?env=tt02&org=ttd&orgNo=991825827&scopes=a:b').catch(() => {})\n",
  })
  const args = [command, 'mcp', '--url', url, '--world', 'assisted']
  const assistant = await newer(new StdioClientTransport({ command: process.execPath, args, cwd: folder }))
  onTestFinished(() => assistant.close())
  const call = (name: string, given: Record<string, unknown>) => assistant.callTool({ name, arguments: given })
  const explored = await call('explore_scenarios', { command: [process.execPath, 'client.mjs'], only: ['internal-error'] })
  expect(explored.structuredContent).toMatchObject({
    runs: [
      { scenario: null, exitCode: 0 },
      { scenario: 'internal-error', exitCode: 0 },
    ],
  })

  await call('world_make', { name: 'assisted' })
  // Other tests call every tool.
  await call('capsule_record', { record: false })
  await call('capsule_record', { record: true })
  await simulator.knobs('assisted').client().call('notifications.readFeed')
  expect(await call('capsule_save', { file: 'feed.capsule' })).toMatchObject({ structuredContent: { calls: 1 } })
  expect(await call('capsule_replay', { file: 'feed.capsule' })).toMatchObject({ structuredContent: { same: 1 } })
  expect(await call('capsule_replay', {})).toMatchObject({
    isError: true,
    content: [{ text: 'capsule_replay: the file argument is missing.' }],
  })
})
