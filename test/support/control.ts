/** Calls control rows by id, and validates every reply against the OpenAPI document. */
import { expect } from 'vitest'
import { controlUrl } from '../../src/control/client.ts'
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import type { ControlId } from '../../src/control/facts.ts'
import { controls } from '../../src/control/index.ts'
import { dialect } from '../../src/service/areas/dialect.ts'
import type { Call } from '../../src/service/wire/call.ts'
import { holdToDocument } from './document.ts'
import { base, standin } from './standin.ts'

/** Control rows do not depend on the dialect. */
const spec = dialect('spec')

export interface Asking {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Strings are sent unchanged; other values are sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** `/worlds/other`, `/production`. */
  readonly prefix?: string
}

// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of a body.
type Body = any

/** A simulator, and `ask` for its control rows. */
export type Control = ReturnType<typeof control>

export function control(options: Partial<SimulatorOptions> = {}) {
  const made = standin(options)

  async function ask(id: ControlId, { params = {}, query = {}, body, headers, prefix = '' }: Asking = {}) {
    const row = controls.find((each) => each.id === id)
    if (!row) throw new Error(`There is no row ${id}.`)
    const url = controlUrl(base + prefix, id, { params, query })
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const typed = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await made.send(new Request(url, { method: row.method, headers: { ...typed, ...headers }, ...sent }))
    const text = await response.text()
    const said: Body = text === '' ? undefined : JSON.parse(text)
    holdToDocument({ status: response.status, headers: Object.fromEntries(response.headers), body: text }, row, spec)
    return { status: response.status, headers: response.headers, body: said }
  }

  return { ...made, ask }
}

/** A call from another machine. */
export const farCall = (headers: Call['headers'] = {}, url = '/_standin/health'): Call => ({
  method: 'GET',
  url,
  headers,
  signal: new AbortController().signal,
  isLocal: () => false,
})

/** Matches a refusal with these words in its detail. */
export const refusal = (status: number, detail: string | RegExp) => ({
  status,
  body: { detail: typeof detail === 'string' ? expect.stringContaining(detail) : expect.stringMatching(detail) },
})
