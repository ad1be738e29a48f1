/** Opens a local URL for verifying a real implementation, which verifiers use for calls, states and messages. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pauseFor } from 'node:timers/promises'
import { fetchBounded, messageOf } from '../../real/bodies.ts'
import { headersThereOf, secretReader } from '../../real/commands.ts'
import type { EnvironmentFile } from '../../real/environment-file.ts'
import { exchangeOf } from '../../real/exchange.ts'
import { createClient } from '../../service/areas/client.ts'
import type { DialectName } from '../../service/wire/vocabulary.ts'
import { createGateway, ownHeader } from './environment/gateway.ts'
import { answerStates, type Course } from './environment/state-calls.ts'
import { type StatesThere, statesThere } from './environment/states-there.ts'
import { tokensThere } from './environment/tokens.ts'
import { catchWebhooks, type WebhookOptions, type Webhooks } from './environment/webhooks.ts'
import { openServer, refuse } from './verifying/carrier.ts'
import { ProviderFailed } from './verifying/provider-states.ts'

export type { WebhookOptions } from './environment/webhooks.ts'

export interface OpenOptions {
  readonly dialect?: DialectName | undefined
  /** Default: any free port. */
  readonly port?: number
  /** Default: loopback only. */
  readonly host?: string
  readonly webhooks?: WebhookOptions | undefined
  /** Time limit for setting up a state and for each call, in milliseconds. */
  readonly stateTimeout: number
  /** True if the verifier buffers every reply in memory. */
  readonly whole: boolean
}

/** Rejects with {@link Misuse} if a secret is missing, and with {@link ProviderFailed} if webhooks cannot be received. */
export async function openEnvironment(file: EnvironmentFile, options: OpenOptions) {
  const { port, host, stateTimeout, whole } = options
  const secrets = secretReader(file.folder)
  const exchange = exchangeOf(file)
  const headersThere = await headersThereOf(file, secrets.read)
  const gateway = createGateway(file, headersThere, exchange, { deadline: stateTimeout, whole })
  const token = tokensThere(file, headersThere.authentication, secrets)
  const own = randomUUID()
  let answer: ((request: IncomingMessage, response: ServerResponse) => Promise<boolean>) | undefined
  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!(await answer?.(request, response))) await gateway.forward(request, response, server.url)
    } catch (thrown) {
      refuse(response, thrown, secrets.conceal)
    }
  }
  const server = await openServer((request, response) => void carry(request, response), port, host)
  const { url } = server
  const dialect = options.dialect ?? file.dialect ?? 'spec'
  let webhooks: Webhooks | undefined
  async function closeServer(): Promise<void> {
    await webhooks?.close()
    await server.close()
  }
  try {
    if (options.webhooks) {
      const [opening, ofCall] = [AbortSignal.timeout(stateTimeout), () => AbortSignal.timeout(stateTimeout)]
      const client = createClient({
        base: url,
        send(request) {
          request.headers.set(ownHeader, own)
          return fetchBounded(request, { signal: ofCall() })
        },
        // Subscriptions are deleted at the end, long after they were created, so a new token might be needed.
        token: (as) => token(as, ofCall()),
        wait: () => pauseFor(1000, undefined, { signal: opening }),
      })
      webhooks = await catchWebhooks(client, options.webhooks, exchange).catch((thrown) => {
        throw new ProviderFailed(`Webhooks from ${file.name} cannot be received: ${secrets.conceal(messageOf(thrown))}`)
      })
    }
    const messages = webhooks && '/messages'
    const inner = statesThere({ file, exchange, secrets, url, dialect, messages, token, headers: { [ownHeader]: own } })
    const course: Course = { isArranged: false, isUsed: false }
    const states: StatesThere = {
      ...inner,
      begin() {
        Object.assign(course, { isArranged: false, isUsed: false })
        webhooks?.begin()
        exchange.begin()
        return inner.begin()
      },
      setUp(state, params, signal) {
        course.isArranged ||= state !== ''
        // The example's URL does not exist, but a real implementation validates the endpoint.
        const reachable = webhooks && state === subscribes ? { endPoint: webhooks.endPoint, ...(params as object | undefined) } : params
        return inner.setUp(state, reachable, signal)
      },
    }
    const isOwn = ({ headers }: IncomingMessage) => headers[ownHeader] === own
    answer = answerStates(states, course, { name: file.name, webhooks, stateTimeout, isOwn })
    return {
      url,
      states,
      conceal: secrets.conceal,
      async close() {
        try {
          await states.close()
        } finally {
          await closeServer()
        }
      },
    }
  } catch (thrown) {
    await closeServer()
    throw thrown
  }
}

/** The state whose endpoint must be a reachable webhook. */
export const subscribes = 'a subscription exists'
