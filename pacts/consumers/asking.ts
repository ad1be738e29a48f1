/** Calls the service for the consumers in this folder, and throws an error for a refusal. */

/** The service's URL and the caller's token. */
export interface Service {
  readonly base: string
  readonly token?: string | undefined
}

/** The members of a problem that the consumers read. */
interface Problem {
  readonly code?: string
  /** Messages per field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
}

export class Refused extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly errors: Problem['errors']
  /** Seconds until the next attempt; undefined if a retry would not help. */
  readonly retryAfter: number | undefined

  constructor({ status, headers }: Response, { code, errors }: Problem) {
    super(`The service answered ${[status, code].filter(Boolean).join(' ')}.`)
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = isTemporary(status) ? Number(headers.get('retry-after') ?? defaultWait) : undefined
  }
}

/** Seconds to wait if the reply has no Retry-After header. */
const defaultWait = 5

/** True for an exceeded rate limit, a cancelled call, and an unreachable service. */
const isTemporary = (status: number) => status === 429 || status === 499 || status >= 500

export async function ask({ base, token }: Service, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(base + path, { ...init, method, headers })
  if (response.ok) return response
  throw new Refused(response, await problemOf(response))
}

/** Returns an empty problem if the body is not JSON, as for refused tokens and refusals from gateways. */
async function problemOf(response: Response): Promise<Problem> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return text !== '' && /^application\/(problem\+)?json/.test(type) ? (JSON.parse(text) as Problem) : {}
}

export const json = (value: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
