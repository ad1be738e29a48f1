/** What the example clients of verdicts have: a service over HTTP, a token, and time that passes at once. */
import { once } from 'node:events'
import { request as requestOverHttp } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { WorldKnobs } from '../../../../src/control/create-simulator.ts'
import type { MintOptions } from '../../../../src/control/token/knob.ts'
import { startSimulator } from '../../../../src/index.ts'
import { nodePlatform } from '../../../../src/platform/node.ts'
import type { DialectName } from '../../../../src/service/wire/vocabulary.ts'
import { otherServer } from '../../../support/listen.ts'

export interface Reply {
  /** 0: the connection broke. */
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: each client knows what it asked for.
  json(): any
}

export interface Sent {
  /** An object becomes JSON. A text is sent as bytes. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string
}

export interface Client {
  /** The address of the service. */
  readonly service: string
  readonly token: string
  /** Calls the service with the token of the client. */
  call(method: string, path: string, sent?: Sent): Promise<Reply>
  /** The same over a connection that is closed afterwards. */
  callAndClose(method: string, path: string): Promise<Reply>
  /** The same with a body of unknown length. */
  stream(method: string, path: string, body: string): Promise<Reply>
  /** Waits so many milliseconds. */
  pause(milliseconds: number): Promise<void>
  newToken(options?: MintOptions): Promise<string>
  /** A webhook endpoint: `work` takes milliseconds, and the number that it returns is the status of the reply. */
  endpoint(answer: (work: (milliseconds: number) => void) => number): Promise<string>
  /** What `arrange` left: the path of a file transfer. */
  readonly file: string
}

export interface Clients {
  /** What the world speaks. Default: spec. */
  readonly dialect?: DialectName
  /** Whose token it is. Default: a service owner with all scopes. */
  readonly as?: MintOptions
  /** What a tester does first. It returns the path of a file transfer, where there is one. */
  arrange?(world: WorldKnobs): Promise<string | undefined> | undefined
  good(client: Client): Promise<void>
  bad(client: Client): Promise<void>
}

/** Runs a client in a world of its own, and returns what the verdicts say of it: one word for each. */
export async function verdictsOn({ as = { org: 'ttd' }, dialect = 'spec', arrange }: Clients, run: (client: Client) => Promise<void>) {
  let passed = 0
  const machine = nodePlatform()
  const platform = { ...machine, now: () => machine.now() + passed, tick: () => machine.tick() + passed }
  const { simulator, url, close } = await startSimulator({
    platform,
    dialect,
    port: 0,
    verdicts: true,
    pace: 'instant',
    sendWindow: 'open',
  })
  onTestFinished(close)
  // On a frozen clock, what arranges a world need not wait.
  simulator.clock.freeze()
  const file = (await arrange?.(simulator)) ?? ''
  simulator.clock.resume()
  const newToken = async (options: MintOptions = {}) => (await simulator.token({ clientId: 'client', ...as, ...options })).token
  const token = await newToken()
  /** Runs what is due. */
  const settle = () => simulator.world.clock.advance({ by: 0 })

  async function call(method: string, path: string, { body, headers, token: other = token }: Sent = {}): Promise<Reply> {
    const isJson = typeof body === 'object'
    const sent = {
      method,
      headers: { authorization: `Bearer ${other}`, ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    }
    return fetch(`${url}${path}`, sent).then(replyOf, broken)
  }
  await run({
    service: url,
    token,
    call,
    file,
    newToken,
    callAndClose: (method, path) => overOwnConnection(method, `${url}${path}`, token),
    stream(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return fetch(`${url}${path}`, { method, headers, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit).then(
        replyOf,
        broken,
      )
    },
    async pause(milliseconds) {
      await settle()
      passed += milliseconds
      await settle()
    },
    endpoint: (answer) => endpoint(() => answer((milliseconds) => (passed += milliseconds))),
  })
  // The client may have its last reply before the server knows.
  while (simulator.world.journal.calls.list().some(({ closed }) => closed === 0)) await setImmediate()
  const { verdicts } = await simulator.verdicts({ caller: 'client' })
  return new Map(verdicts.map(({ id, callers }) => [id, callers[0]?.verdict]))
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  return { status, headers, text, json: () => JSON.parse(text) }
}

const broken = (): Reply => ({ status: 0, headers: new Headers(), text: '', json: () => ({}) })

async function overOwnConnection(method: string, url: string, token: string): Promise<Reply> {
  const request = requestOverHttp(url, { method, agent: false, headers: { authorization: `Bearer ${token}`, connection: 'close' } }).end()
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'close')
  return { ...broken(), status: response.statusCode }
}

async function endpoint(answer: () => number): Promise<string> {
  const url = await otherServer((request, response) => {
    request.resume()
    response.writeHead(answer()).end()
  })
  return `${url}/hook`
}
