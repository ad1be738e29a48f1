/** Starts a second Standin in the role of the real service, and a server in front of it that forwards and compares. */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type LiveOptions, openLive } from '../../src/apps/compare/live.ts'
import { type Report, reportOf } from '../../src/apps/compare/report.ts'
import { type RunningSimulator, type StartOptions, startSimulator } from '../../src/index.ts'
import { environmentOf } from '../../src/real/environment-file.ts'
import { type Client, createClient, type Identity } from '../../src/service/areas/client.ts'

/** Creates an environment file whose URLs all point to the same server. */
export const environmentAt = (url: string, more: object = {}) =>
  environmentOf(
    {
      name: 'real',
      addresses: {
        notifications: { url: `${url}/notifications/api/v1` },
        fileTransfer: { url: `${url}/broker/api/v1` },
        events: { url: `${url}/events/api/v1` },
        authentication: { url: `${url}/authentication/api/v1` },
        maskinporten: { url },
        tokenGenerator: { url: `${url}/api` },
      },
      ...more,
    },
    'real.yaml',
    '.',
  )

/** Creates a client for a URL, with tokens from the real service. */
export function clientThrough(url: string, real: string): Client {
  async function token(as: Identity): Promise<string> {
    const reply = await fetch(`${real}/_standin/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(as),
    })
    return ((await reply.json()) as { token: string }).token
  }
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 50))
  return createClient({ base: url, send: (request) => fetch(request), token, wait })
}

export interface Comparing {
  readonly url: string
  waiting(): number
  /** Resolves to the report on the calls compared so far. */
  soFar(): Promise<Report>
  /** Closes the server. Resolves to the final report. */
  finish(): Promise<Report>
}

export interface ComparingOptions extends Partial<LiveOptions> {
  readonly file: LiveOptions['file']
  readonly server?: Partial<StartOptions>
}

export async function compareAt({ server, ...options }: ComparingOptions): Promise<Comparing> {
  const live = await openLive({
    settle: 120_000,
    silence: 10_000,
    maxSpool: 2 ** 28,
    sendToAnyone: true,
    production: false,
    ...options,
  })
  const running = await startSimulator({ dialect: 'live', port: 0, ...server, around: live.around })
  const facts = { standin: '0', environment: 'real', showValues: true, notes: live.notes }
  return {
    url: running.url,
    waiting: () => live.waiting,
    soFar: () => live.report(facts),
    async finish() {
      await running.close()
      const compared = await live.finish()
      return reportOf(compared, facts)
    },
  }
}

/** Starts another Standin, in the live dialect. */
export const realStandin = (options: Partial<StartOptions> = {}): Promise<RunningSimulator> =>
  startSimulator({ dialect: 'live', pace: 'instant', rateLimits: 'off', port: 0, ...options })

export interface Changed {
  readonly status?: number
  readonly headers?: Record<string, string | undefined>
  readonly body?: string
  /** Drops the connection before the reply, or after the reply's first bytes. */
  readonly cut?: 'before' | 'within'
}

/** Starts a proxy that changes a server's replies. `rewrite`: changes the calls' bodies. */
export async function changing(
  url: string,
  change: (request: IncomingMessage, body: string, reply: IncomingMessage) => Changed | undefined,
  rewrite: (request: IncomingMessage, body: string) => string | undefined = () => undefined,
) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived: Buffer[] = []
    for await (const chunk of request) arrived.push(chunk)
    const bytes = Buffer.concat(arrived)
    const rewritten = rewrite(request, bytes.toString())
    const { 'content-length': length, 'transfer-encoding': _chunked, ...headers } = request.headers
    const outgoing = rewritten === undefined ? bytes : Buffer.from(rewritten)
    const hasBody = length !== undefined || outgoing.length > 0
    const sent = send(new URL(request.url ?? '/', url), {
      method: request.method,
      headers: { ...headers, host: new URL(url).host, ...(hasBody && { 'content-length': outgoing.length }) },
    })
    sent.once('response', (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part))
      reply.on('end', () => {
        const replied = Buffer.concat(parts)
        const changed = change(request, replied.toString(), reply)
        if (changed?.cut === 'before') return request.socket.destroy()
        const body = Buffer.from(changed?.body ?? replied)
        const { 'content-length': hasLength, ...others } = { ...reply.headers, ...changed?.headers }
        const named = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
        response.writeHead(changed?.status ?? reply.statusCode ?? 502, {
          ...named,
          ...(hasLength !== undefined && { 'content-length': request.method === 'HEAD' ? hasLength : body.length }),
        })
        if (changed?.cut !== 'within') return response.end(body)
        response.write(body.subarray(0, 10), () => request.socket.destroy())
      })
    })
    sent.end(outgoing)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Compares with the service at a URL until the test ends. */
export async function comparing(url: string, more: Partial<ComparingOptions> = {}): Promise<Comparing> {
  const here = await compareAt({ file: environmentAt(url), ...more })
  let finished: ReturnType<Comparing['finish']> | undefined
  const finish = () => (finished ??= here.finish())
  onTestFinished(async () => void (await finish()))
  return { ...here, finish }
}
