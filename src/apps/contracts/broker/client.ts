/** A Pact Broker client that starts at the broker's index and follows its HAL links. Source: https://docs.pact.io/pact_broker/api. */
import { z } from 'zod'
import { boundedJson, parseJson } from '../../../service/wire/json.ts'
import { Misuse, pathValue } from '../../../service/wire/misuse.ts'
import { firstOnly, saidOf } from '../../../service/wire/read-as.ts'
import { mostPact } from '../verifying/read-json.ts'

/** A broker's URL, with credentials: a token, or a user name and password. */
export interface BrokerAddress {
  readonly url: string
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** Thrown if the broker cannot be reached, or fails to answer a valid request. */
export class BrokerFailed extends Error {
  override readonly name = 'BrokerFailed'
}

export interface Broker {
  /** Returns the URL of a link in the index, with its placeholders replaced by `values`. */
  link(name: string, values?: Readonly<Record<string, string>>): Promise<string>
  /** Validates the reply. Rejects with {@link Misuse} for 400 and 404, and with {@link BrokerFailed} for other errors. */
  send<Reply>(method: 'GET' | 'POST' | 'PUT', url: string, reply: z.ZodType<Reply>, body?: unknown): Promise<Reply>
}

/** Reads the environment variables that Pact's own tools use. */
export function brokerOf(env: Readonly<Record<string, string | undefined>> = process.env): BrokerAddress {
  const url = env.PACT_BROKER_BASE_URL
  if (!url) throw new Misuse('No Pact Broker URL. Set PACT_BROKER_BASE_URL.')
  return { url, token: env.PACT_BROKER_TOKEN, username: env.PACT_BROKER_USERNAME, password: env.PACT_BROKER_PASSWORD }
}

/** Timeouts in milliseconds: for fetching the index, and for all other calls. */
const patience = { toFind: 5_000, toAnswer: 60_000 }

const link = z.object({ href: z.string() })
const index = z.object({ _links: z.record(z.string(), z.unknown()) })

export function openBroker(address: BrokerAddress, { toFind, toAnswer } = patience): Broker {
  const { url: base } = address
  let indexReply: Promise<z.output<typeof index>> | undefined

  async function findLinks() {
    indexReply ??= read(await ask('GET', base, toFind, address), index, base, "The reply contains no links. Is this a Pact Broker's URL?")
    return (await indexReply)._links
  }

  return {
    async link(name, values = {}) {
      const { success, data } = link.safeParse((await findLinks())[name])
      if (!success) throw new BrokerFailed(`The Pact Broker at ${base} is too old: its index has no ${name} link.`)
      return data.href.replace(/\{(\w+)\}/g, (_, key: string) => (Object.hasOwn(values, key) ? pathValue(key, values[key]) : ''))
    },
    async send(method, url, reply, body) {
      return read(await ask(method, url, toAnswer, address, body), reply, url)
    },
  }
}

async function ask(method: string, url: string, wait: number, address: BrokerAddress, body?: unknown): Promise<Response> {
  const sent = credentials(address, url)
  const reply = await fetch(url, {
    method,
    headers: { accept: 'application/hal+json, application/json', 'content-type': 'application/json', ...sent },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(wait),
  }).catch((thrown: unknown) => {
    throw new BrokerFailed(`The Pact Broker at ${address.url} cannot be reached (tried ${method} ${url}: ${reasonOf(thrown, wait)}).`)
  })
  if (reply.ok) return reply
  if (reply.status === 401 || reply.status === 403) {
    const who = sent.authorization ? 'these credentials' : 'calls without credentials'
    const [at, how] = isOwn(address, url)
      ? [`The Pact Broker at ${address.url}`, 'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.']
      : [url, `Credentials are sent only to the Pact Broker at ${address.url}.`]
    throw new BrokerFailed(`${at} refuses ${who} (${reply.status}). ${how}`)
  }
  const text = await boundedJson(reply.body, { most: mostPact, place: url })
  const why = [`The Pact Broker returned ${reply.status} for ${method} ${url}.`, complaintOf(text)].join(' ').trim()
  throw reply.status === 400 || reply.status === 404 ? new Misuse(why) : new BrokerFailed(why)
}

const isOwn = (address: BrokerAddress, url: string) => new URL(url).origin === new URL(address.url).origin

/** Returns credentials only for the broker itself, because links and user-supplied URLs can point to any server. */
function credentials(address: BrokerAddress, url: string): { readonly authorization?: string } {
  if (!isOwn(address, url)) return {}
  const { token, username, password } = address
  if (token) return { authorization: `Bearer ${token}` }
  if (!username) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` }
}

function reasonOf(thrown: unknown, wait: number): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (thrown.name === 'TimeoutError') return `no answer within ${wait / 1000} seconds`
  const cause = thrown.cause instanceof Error ? thrown.cause : thrown
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

async function read<Reply>(reply: Response, schema: z.ZodType<Reply>, url: string, hint = ''): Promise<Reply> {
  const text = await boundedJson(reply.body, { most: mostPact, place: url })
  const parsed = schema.safeParse(jsonOf(text), firstOnly)
  if (parsed.success) return parsed.data
  const why = hint || `In its reply, ${parsed.error.issues.map(saidOf)[0]}.`
  throw new BrokerFailed(`${url} is not a Pact Broker, or its reply is invalid. ${why}`)
}

const jsonOf = (text: string): unknown => (text === '' ? {} : parseJson(text))

const refused = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]).optional(),
  errors: z.record(z.string(), z.array(z.string())).or(z.array(z.string())).optional(),
  notices: z.array(z.object({ type: z.string(), text: z.string() })).optional(),
})

/** Returns the broker's error message, which can have one of several formats. */
function complaintOf(text: string): string {
  const { success, data } = refused.safeParse(jsonOf(text))
  if (!success) return text.slice(0, 500)
  const { error, errors = [], notices = [] } = data
  const said = [
    ...(error === undefined ? [] : [typeof error === 'string' ? error : error.message]),
    ...(Array.isArray(errors) ? errors : Object.entries(errors).map(([name, whys]) => `${name} ${whys.join(', ')}`)),
  ]
  // If there are errors, the notices only repeat them.
  const noticed = notices.filter(({ type }) => type === 'error' || type === 'danger').map((notice) => notice.text)
  return (said.length > 0 ? said : noticed).join('; ') || text.slice(0, 500)
}
