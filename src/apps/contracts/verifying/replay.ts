/** The process that replays pacts, separate because Pact writes to the output of the process it runs in. */
import type { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { messageOf } from '../../../real/bodies.ts'
import type { Arrived } from './exact.ts'

export interface ReplayOrder {
  readonly url: string
  readonly files: readonly string[]
  /** Pact's timeout for a state and for a reply, in milliseconds. */
  readonly patience: number
  /** All states in the files. The empty string represents interactions without a state. */
  readonly states: readonly string[]
  /** Values of the `Authorization` header to replace with the state's token. */
  readonly anyTokens: readonly string[]
  /** Path for messages, and required headers. */
  readonly messages?: { readonly path: string; readonly headers: Readonly<Record<string, string>> } | undefined
}

/** A single result from Pact. Results are in replay order. */
export interface ReplayResult {
  readonly consumer: string
  readonly description: string
  readonly providerStates: readonly string[]
  readonly result: string
  readonly pending: boolean
  readonly mismatch?: { readonly message?: string; readonly mismatches?: readonly Mismatch[] }
}

export interface Mismatch {
  /** For example `StatusMismatch` or `BodyMismatch`. */
  readonly type: string
  /** Path within a body. */
  readonly path?: string
  /** Header name. */
  readonly key?: string
  readonly mismatch?: string
  readonly expected?: unknown
  readonly actual?: unknown
}

/** A request to set up or tear down a state. The parent process replies with the same number and the state's values. */
export interface StateRequest {
  readonly kind: 'state'
  readonly number: number
  /** Interaction number, starting at 0. */
  readonly at: number
  readonly state: string
  readonly params?: unknown
  readonly action: 'begin' | 'setup' | 'teardown'
}
export interface StateReply {
  readonly number: number
  readonly values: Readonly<Record<string, string>>
}

export type ReplayOutcome =
  /** `arrived`: the reply to each interaction, by number. */
  | { readonly kind: 'replayed'; readonly results: readonly ReplayResult[]; readonly arrived: readonly (Arrived | undefined)[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'broken'; readonly why: string }

async function replay({ url, files, patience, states, anyTokens, messages }: ReplayOrder): Promise<ReplayOutcome> {
  const library = await findPact()
  if (!library) return { kind: 'absent' }
  let at = -1
  const arrived: (Arrived | undefined)[] = []
  let token: string | undefined
  const asking = (state: string, action: StateRequest['action']) => async (params?: unknown) => {
    const values = await askParent({ at, state, params, action })
    token = action === 'begin' ? undefined : (values.token ?? token)
    return values
  }
  const verifier = new library.Verifier({
    provider: 'any',
    providerBaseUrl: url,
    pactUrls: [...files],
    logLevel: 'error',
    timeout: patience,
    stateHandlers: Object.fromEntries(
      states.map((state) => [state, { setup: asking(state, 'setup'), teardown: asking(state, 'teardown') }]),
    ),
    async beforeEach() {
      at++
      await asking('', 'begin')()
    },
    requestFilter(request, response, next) {
      if (request.path === '/_pactSetup') return next()
      if (request.path === '/_messages' && messages) {
        request.url = messages.path
        Object.assign(request.headers, messages.headers)
      }
      if (token !== undefined && anyTokens.includes(request.headers.authorization ?? '')) request.headers.authorization = `Bearer ${token}`
      const index = at
      keepReply(response, (reply) => {
        arrived[index] = reply
      })
      next()
    },
  })
  const { interactionResults: results } = JSON.parse(await verifier.verifyProvider().catch(reportOf)) as {
    interactionResults: ReplayResult[]
  }
  return { kind: 'replayed', results, arrived }
}

let requests = 0
const waiting = new Map<number, (values: StateReply['values']) => void>()

function askParent(request: Omit<StateRequest, 'kind' | 'number'>): Promise<StateReply['values']> {
  const number = requests++
  return new Promise((resolve) => {
    waiting.set(number, resolve)
    process.send?.({ kind: 'state', number, ...request } satisfies StateRequest)
  })
}

/** Returns the report from Pact's error, because Pact rejects with an error whose message is the report if interactions fail. */
function reportOf(thrown: unknown): string {
  const text = messageOf(thrown)
  if (text.startsWith('{')) return text
  throw thrown
}

// A normal exit would wait for Pact's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.on('message', (message: ReplayOrder | StateReply) => {
  if ('number' in message) {
    waiting.get(message.number)?.(message.values)
    waiting.delete(message.number)
    return
  }
  void replay(message)
    .catch((thrown: unknown): ReplayOutcome => ({ kind: 'broken', why: messageOf(thrown) }))
    .then((outcome) => process.send?.(outcome, () => process.exit()))
})

type Pact = typeof import('@pact-foundation/pact')

/** Finds the optional peer dependency next to Standin, or in the user's project. */
async function findPact(): Promise<Pact | undefined> {
  try {
    return await import('@pact-foundation/pact')
  } catch (thrown) {
    if (Object(thrown).code !== 'ERR_MODULE_NOT_FOUND') throw thrown
  }
  try {
    return createRequire(join(process.cwd(), 'package.json'))('@pact-foundation/pact') as Pact
  } catch (thrown) {
    if (Object(thrown).code !== 'MODULE_NOT_FOUND') throw thrown
    return undefined
  }
}

function keepReply(response: ServerResponse, keep: (reply: Arrived) => void): void {
  const chunks: Buffer[] = []
  const { write, end } = response
  const note = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  response.write = (...all: unknown[]) => {
    note(all[0])
    return Reflect.apply(write, response, all)
  }
  response.end = (...all: unknown[]) => {
    note(all[0])
    keep({ status: response.statusCode, headers: headersOf(response), body: Buffer.concat(chunks).toString('base64') })
    return Reflect.apply(end, response, all)
  }
}

const headersOf = (response: ServerResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, [value].flat().join(', ')]))
