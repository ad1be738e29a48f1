/** The control row that serves assistants over the Model Context Protocol. */
import { z } from 'zod'
import { addressOf } from '../../service/engine/address.ts'
import type { Call } from '../../service/wire/call.ts'
import { parseJson } from '../../service/wire/json.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { bytes, reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'
import { bodyLimit, refuseLarge } from '../serving/input.ts'
import { sentBy } from '../serving/sent-by.ts'

const serveAssistant = defineControl('control.serveAssistant', 'POST /_standin/mcp', {
  world: 'none',
  summary: 'Serve an assistant over the Model Context Protocol (Streamable HTTP, without sessions). The tools are these rows',
  request: { body: bytes('application/json', 'handling') },
  replies: {
    200: reply.eventStream(z.looseObject({ jsonrpc: z.literal('2.0').describe('The JSON-RPC version.') }).describe('A protocol message.')),
    202: reply.empty(),
  },

  replacesWorld: true,

  async handle({ body }, { simulator, address, rows, call, frontDoor, reply: answer }) {
    const message = body && (await simulator.collect(body, bodyLimit).catch(refuseLarge))
    const [{ createMcpHandler }, { assistantServer }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp-server.ts'),
    ])
    const carrier = frontDoor(simulator)
    // The reply begins before the tool is called, so this call has to wait for the store itself.
    const send = sentBy(call, address.base, simulator.worldStore?.around(carrier) ?? carrier)
    const base = (world = address.world, environment = address.environment) => addressOf(address.base, world, environment)
    const options = { rows, version: simulator.version, docs: simulator.platform.docs, door: { base, send } }
    const handler = createMcpHandler(() => assistantServer(options), { maxSubscriptions: 0, onerror() {} })
    const sent = { method: 'POST', headers: headersOf(call), ...(message && { body: message as Uint8Array<ArrayBuffer> }) }
    const response = await handler.fetch(new Request(address.base, sent))
    const { status } = response
    if (status === 200 && response.body) {
      return { status, headers: { 'content-type': response.headers.get('content-type') ?? '' }, body: chunksOf(response.body) }
    }
    if (response.ok) return answer(202, undefined)
    throw new Misuse(messageOf(parseJson(await response.text())) ?? `The MCP server returned ${status}.`, undefined, status)
  },
})

const headersOf = ({ headers }: Call) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/.test(name) ? [[name, value]] : [],
  )

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}

/** Returns the message of a protocol error, which becomes a refusal in the usual format. */
const messageOf = (said: unknown) => z.looseObject({ error: z.looseObject({ message: z.string() }) }).safeParse(said).data?.error.message

export const assistantRows = [serveAssistant] as const
