/** Calls the service for the consumers of this folder and throws refusals. */

/** The address of the service and the token of the caller. */
export interface Service {
  readonly base: string
  readonly token?: string | undefined
}

/** A refusal as the consumer sees it. */
export class Refused extends Error {
  readonly status: number
  readonly code: string | undefined
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined

  constructor(status: number, { detail, code, errors }: { detail?: string; code?: string; errors?: Record<string, string[]> }) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

export async function ask({ base, token }: Service, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(base + path, { ...init, method, headers })
  if (response.ok) return response
  throw new Refused(response.status, (await response.json()) as object)
}

export const json = (value: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
