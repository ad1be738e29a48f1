/** Starts several servers on the same PostgreSQL database, and calls them over HTTP as users do. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, inject, onTestFinished } from 'vitest'
import { logged } from '../../src/apps/cli/serving/log.ts'
import { type RunningSimulator, type StartOptions, startSimulator } from '../../src/hosts/on-node.ts'
import { type Client, createClient, type Identity } from '../../src/service/areas/client.ts'
import { newDatabase } from './postgres.ts'

// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of a body.
type Body = any

export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `undefined` if the body is not JSON. */
  readonly body: Body
}

export interface Calling {
  readonly method?: string
  /** Strings are sent unchanged; other values are sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface TestServer extends RunningSimulator {
  /** The server's messages to the user. */
  readonly told: string[]
  ask(path: string, calling?: Calling): Promise<Told>
  /** Creates a client for a world: `/worlds/other`, `/production`. */
  clientOf(prefix?: string): Client
}

export async function askAt(url: string, { method = 'GET', body, headers = {}, signal }: Calling = {}): Promise<Told> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const typed = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers: { ...typed, ...headers }, ...sent, ...(signal && { signal }) })
  const said = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true && said !== ''
  return { status: response.status, headers: response.headers, text: said, body: isJson ? JSON.parse(said) : undefined }
}

/** Creates a client for a world's URL, with tokens from that world. */
export function clientAt(url: string): Client {
  const tokens = new Map<string, string>()
  async function token(as: Identity): Promise<string> {
    const known = tokens.get(JSON.stringify(as))
    if (known !== undefined) return known
    const { status, text: said, body } = await askAt(`${url}/_standin/tokens`, { method: 'POST', body: as })
    if (status !== 200) throw new Error(`A token request got ${status}: ${said}`)
    tokens.set(JSON.stringify(as), body.token)
    return body.token
  }
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 50))
  return createClient({ base: url, send: (request) => fetch(request), token, wait })
}

async function opened(data: string, instance: string, options: Partial<StartOptions>) {
  const told: string[] = []
  const defects: unknown[] = []
  const own = {
    port: 0,
    checked: false,
    tell: (said: string) => void told.push(said),
    alarm: (defect: unknown) => void defects.push(defect),
    // The `standin start` command logs calls too.
    around: ((carrier) => logged(carrier, { form: 'text', shows: () => true, control: true }, () => {})) satisfies StartOptions['around'],
  }
  const running = await startSimulator({ ...own, data, instance, ...options })
  const server: TestServer = {
    ...running,
    told,
    ask: (path, calling) => askAt(running.url + path, calling),
    clientOf: (prefix = '') => clientAt(running.url + prefix),
  }
  async function end(): Promise<void> {
    await running.close()
    if (defects.length > 0) throw defects[0]
  }
  return { server, end }
}

/** Starts a server that is closed when the test ends. The test fails if the server had an internal error. */
export async function serverOn(data: string, instance: string, options: Partial<StartOptions> = {}): Promise<TestServer> {
  const { server, end } = await opened(data, instance, options)
  onTestFinished(end)
  return server
}

/** Makes a call with this host name. The call is not local unless the name belongs to this machine. */
export function askAs(name: string, url: string, { method = 'GET', headers = {} }: Omit<Calling, 'body' | 'signal'> = {}) {
  return new Promise<{ status: number | undefined; text: string; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
    const sent = request(url, { method, agent: false, headers: { ...headers, host: name } }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode, text: said, headers: response.headers }), reject)
    })
    sent.on('error', reject).end()
  })
}

/** Starts two servers for the tests in a file, which use separate worlds. Both are `undefined` if the machine has no PostgreSQL. */
export async function pairForFile(options: Partial<StartOptions> = {}): Promise<{ one: TestServer; two: TestServer }> {
  if (inject('postgres') === undefined) return {} as never
  const { url } = await newDatabase()
  const made = [await opened(url, 'one', options), await opened(url, 'two', options)] as const
  afterAll(async () => {
    for (const { end } of made) await end()
  })
  return { one: made[0].server, two: made[1].server }
}

/** Returns access to a server's world for operations that are called by path and headers. */
export const hereAt = ({ url, clientOf }: TestServer, place: string) => ({
  client: clientOf(place),
  origin: url,
  send: (sent: Request) => fetch(sent.url.startsWith(url + place) ? sent : new Request(sent.url.replace(url, url + place), sent)),
})

/** Creates a world on a server, and returns its path prefix. */
export async function worldAt(server: TestServer, name: string): Promise<string> {
  const { status, text: said } = await server.ask(`/_standin/worlds/${name}`, { method: 'PUT' })
  if (status !== 201) throw new Error(`Creating world ${name} returned ${status}: ${said}`)
  return `/worlds/${name}`
}

/** Starts servers one after another. The first server owns the default world. */
export async function serversOn<const Names extends readonly string[]>(
  data: string,
  names: Names,
  options: Partial<StartOptions> = {},
): Promise<{ [Nth in keyof Names]: TestServer }> {
  const servers: TestServer[] = []
  for (const name of names) servers.push(await serverOn(data, name, options))
  return servers as { [Nth in keyof Names]: TestServer }
}
