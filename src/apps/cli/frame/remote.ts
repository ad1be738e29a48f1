/** Connection options, and calls to a server's control rows, with paging. Source: decisions §12. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallableId,
  type ControlClient,
  type ControlClientOptions,
  ControlRefused,
  type ControlReply,
  createControlClient,
} from '../../../control/client.ts'
import { stateFolder } from '../../../platform/node-path.ts'
import type { Client } from '../../../service/areas/client.ts'
import { addressOf, defaultWorld } from '../../../service/engine/address.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { EnvironmentName } from '../../../service/world/records.ts'
import { codeOf, Failure, messageOf } from './command.ts'
import { address, bare, completed, everywhere, option, optional, someText, wholeNumber, word } from './option.ts'
import { remember } from './replies.ts'

/** A server, a world and an environment. Defaults: the default world, the test environment, and no token. */
export interface Connection {
  readonly url: string
  readonly world?: string | undefined
  readonly environment?: EnvironmentName | undefined
  readonly adminToken?: string | undefined
}

/** Returns the server's URL. `url` can be a world's URL, such as `http://127.0.0.1:4300/worlds/mine`. */
export const serverOf = (url: string): string => url.replace(/\/worlds\/[^/?#]+(?:\/production)?\/?$/, '')

/** Returns a world's URL. `world` overrides the world in the URL. */
export const baseOf = ({ url, world = defaultWorld, environment }: Omit<Connection, 'adminToken'>): string =>
  addressOf(world === defaultWorld ? url : serverOf(url), world, environment)

/** Rejects with {@link Misuse} for an invalid call, and with {@link Failure} for other refusals. */
export function remote(connection: Connection): ControlClient {
  const { url, adminToken } = connection
  const client = createControlClient({ base: baseOf(connection), adminToken, send: sendTo(connection) })
  const told = (error: unknown) => (error instanceof ControlRefused ? refusal(error) : error)
  const tell = (error: unknown): never => {
    throw told(error)
  }
  return {
    async *stream(...args) {
      try {
        for await (const event of client.stream(...args)) {
          remember(args[0], url, event)
          yield event
        }
      } catch (error) {
        throw codeOf(error) === 'ECONNRESET' ? new Failure(`The connection to ${url} was lost.`) : told(error)
      }
    },
    bytes: (...args) => client.bytes(...args).catch(tell),
    call<Id extends CallableId>(...args: Parameters<typeof client.call<Id>>): Promise<ControlReply<Id>> {
      const replying = client.call(...args)
      replying.then(
        (reply) => remember(args[0], url, reply),
        () => {},
      )
      return replying.catch(tell)
    },
  }
}

function sendTo(connection: Connection): ControlClientOptions['send'] {
  const reach = reaching(connection)
  return (url, request) => reach(`${request.method} ${url}`, async () => (await import('./send.ts')).send(url, request))
}

/** Rejects with {@link Failure} if the server is not responding. */
export function reaching(connection: Connection): <Reply>(tried: string, call: () => Promise<Reply>) => Promise<Reply> {
  const secured = connection.url.startsWith('https:') ? trustOwnCa() : undefined
  return async (tried, call) => {
    await secured
    return call().catch((error: unknown) => {
      throw unreachable(connection, tried, error)
    })
  }
}

/** Makes this process trust the user's CA. Has no effect before Node.js 22.19, which requires NODE_EXTRA_CA_CERTS instead. */
export async function trustOwnCa(folder = stateFolder()): Promise<void> {
  const file = join(folder, 'ca.pem')
  if (!existsSync(file)) return
  const tls = await import('node:tls')
  if ('setDefaultCACertificates' in tls) tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')])
}

function refusal({ status, url, detail, choices, isMisuse }: ControlRefused): Error {
  if (status < 400) return new Failure(`The server returned ${status}, but the reply is not from Standin. Is Standin running at ${url}?`)
  if (detail === undefined) return new Failure(`The server returned ${status}. Is Standin running at ${url}?`)
  const isMistake = status === 400 || choices !== undefined || (isMisuse && [401, 403, 404].includes(status))
  if (!isMistake) return new Failure(`${detail} (${status} at ${url})`)
  const how = status === 401 ? ' Pass it with --admin-token or STANDIN_ADMIN_TOKEN.' : ''
  const [first, ...others] = detail.split('\n')
  return new Misuse([`${first}${how}`, ...others.map((line) => `  ${line}`)], choices, status, null)
}

function unreachable({ url }: Connection, tried: string, error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = codeOf(cause)
  const why = typeof code === 'string' ? code : messageOf(cause)
  if (/CERT|SIGNATURE/.test(why)) {
    return new Failure(`The certificate of ${url} is not trusted (${why}). Set NODE_EXTRA_CA_CERTS to its CA file.`)
  }
  return new Failure(
    `Cannot connect to ${url} (tried ${tried}: ${why}). Start Standin with "standin start", or specify its URL with --url or STANDIN_URL.`,
  )
}

/** Returns a client for the service that gets its tokens from the server. Loads the operations. */
export async function serviceClient(connection: Connection): Promise<Client> {
  const { createClient } = await import('../../../service/areas/client.ts')
  return createClient({
    base: baseOf(connection),
    send: fetch,
    token: (as) =>
      remote(connection)
        .call('control.makeToken', { body: as })
        .then(({ token }) => token),
    wait: () => Promise.resolve(),
  })
}

export const defaultPort = 4300

export const adminToken = everywhere(optional('The token that control endpoints require from other machines', someText))
export const json = everywhere(bare('Print one line of JSON instead of text'))

export const connectionOptions = {
  url: everywhere(option("Standin's URL", address, `http://127.0.0.1:${defaultPort}`)),
  world: completed('worlds', everywhere(option("The world's name", someText, 'default'))),
  environment: {
    ...everywhere(option('The environment: test or production', word({ test: '', production: '' }), 'test')),
    // These values name environment files, and are meant for "standin verify".
    ignores: /\.(?:ya?ml|json)$/i,
  },
  adminToken,
  json,
}

export const listOptions = { limit: optional('Maximum number of entries. Default: all', wholeNumber(1)) }

export interface PageQuery {
  readonly limit?: string
  readonly after?: string
}

/** Maximum number of entries per reply. */
const mostOfPage = 10_000

/**
 * Returns a list row's reply with the entries of as many pages as `limit` requires. `noun`: the member that contains the entries.
 * `backwards`: later pages contain earlier entries.
 */
export async function wholeList<
  Noun extends string,
  Reply extends { readonly next: string | null } & Readonly<Record<Noun, readonly unknown[]>>,
>(noun: Noun, read: (page: PageQuery) => Promise<Reply>, limit?: number, { backwards = false } = {}): Promise<Reply> {
  const part = (listed: number) => (limit === undefined ? {} : { limit: String(Math.min(limit - listed, mostOfPage)) })
  let whole = await read(part(0))
  // Guards against a server that returns the same pages forever.
  const known = new Set<string>()
  while (typeof whole.next === 'string' && !known.has(whole.next) && whole[noun].length < (limit ?? Number.POSITIVE_INFINITY)) {
    known.add(whole.next)
    const page = await read({ ...part(whole[noun].length), after: whole.next })
    const [first, second] = backwards ? [page, whole] : [whole, page]
    whole = { ...page, [noun]: [...first[noun], ...second[noun]] }
  }
  return whole
}

export async function namesAt(connection: Connection, kind: 'scenarios' | 'worlds', signal?: AbortSignal): Promise<string[]> {
  const { call } = remote(connection)
  const until = signal && { signal }
  const named =
    kind === 'worlds'
      ? (await wholeList('worlds', (query) => call('control.listWorlds', { query, ...until }))).worlds
      : (await wholeList('scenarios', (query) => call('control.listScenarios', { query, ...until }))).scenarios
  return named.map(({ name }) => name)
}
