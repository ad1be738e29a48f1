/** Calls the control rows of a running server. Source: decisions §12. */
import { Misuse } from '../misuse.ts'
import type { connectionOptions } from './connection.ts'
import { Failure } from './failure.ts'
import type { Values } from './option.ts'

export type Connection = Values<typeof connectionOptions>

export interface Request {
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
}

/**
 * What the row replied; null where it replied nothing. `row` is as the control table writes it: `POST clock/advance`.
 * Throws {@link Misuse} for what the server refuses as asked wrongly, {@link Failure} for the rest.
 */
export async function ask(connection: Connection, row: string, { query = {}, body, signal }: Request = {}): Promise<unknown> {
  const [method = '', path = ''] = row.split(' ')
  const url = addressOf(connection, path, query)
  const { adminToken } = connection
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(adminToken && { authorization: `Bearer ${adminToken}` }) }
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) }
  const response = await fetch(url, request).catch((error: unknown) => {
    throw unreachable(connection, `${method} ${url}`, error)
  })
  const reply = readReply(await response.text())
  if (!response.ok) throw refusal(response, reply, url)
  if (reply === undefined) throw new Failure(`It answered ${response.status}, but not as Standin does. Is it Standin that runs at ${url}?`)
  return reply
}

function addressOf({ url, world, environment }: Connection, path: string, query: NonNullable<Request['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const prefix = `${world === 'default' ? '' : `/worlds/${encodeURIComponent(world)}`}${environment === 'production' ? '/production' : ''}`
  const search = new URLSearchParams(given).toString()
  return `${url}${prefix}/_standin/${path}${search && `?${search}`}`
}

/** Undefined where the text is no JSON. */
function readReply(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Source: design, three kinds of going wrong. */
function refusal({ status, headers }: Response, reply: unknown, url: string): Error {
  const { detail, choices, errors } = (reply ?? {}) as { detail?: unknown; choices?: unknown; errors?: unknown }
  const told = typeof detail === 'string'
  const sentence = told ? `${detail}${errors === undefined ? '' : ` ${JSON.stringify(errors)}`}` : `It answered ${status}.`
  const asked = status === 400 || Array.isArray(choices) || (headers.has('x-standin-misuse') && [401, 403, 404].includes(status))
  if (told && asked) return new Misuse(status === 401 ? `${sentence} Give it with --admin-token or STANDIN_ADMIN_TOKEN.` : sentence)
  return new Failure(told ? `${sentence} (${status} at ${url})` : `${sentence} Is it Standin that runs at ${url}?`)
}

function unreachable({ url }: Connection, tried: string, error: unknown): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error ? ('code' in cause && typeof cause.code === 'string' ? cause.code : cause.message) : String(cause)
  return new Failure(
    `Nothing answers at ${url} (tried ${tried}: ${why}). Start Standin with "standin start", or say where it runs with --url or STANDIN_URL.`,
    true,
  )
}
