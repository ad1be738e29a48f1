/** Calls of the service that the user sends from the dashboard. */
import type { ControlInput } from '../../control/client.ts'
import { callControl } from './control.ts'
import { addressOf, type EnvironmentName, environment, world } from './place.ts'

interface ServiceCall {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty: none. */
  readonly body: string | FormData
  readonly environment?: EnvironmentName
}

export interface ServiceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As bytes where it is no text. */
  readonly body: string | Uint8Array
  readonly bytes: number
  /** The id of its line in the journal. */
  readonly call: string | null
  readonly ms: number
}

/** Sends a call to the world of the page. Rejects as `fetch` does. */
export async function callService({ method, path, headers, body, environment: of = environment }: ServiceCall): Promise<ServiceReply> {
  const began = performance.now()
  const carries = body !== '' && method !== 'GET' && method !== 'HEAD'
  const response = await fetch(`${addressOf(world, of)}${path}`, { method, headers, ...(carries && { body }) })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: textOf(bytes) ?? bytes,
    bytes: bytes.byteLength,
    call: response.headers.get('x-standin-call'),
    ms: performance.now() - began,
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export type Caller = NonNullable<ControlInput<'control.makeToken'>['body']>

/** A token of a caller, as the value of the header `authorization`. */
export const bearerOf = async (caller: Caller): Promise<string> =>
  `Bearer ${(await callControl('control.makeToken', { body: caller })).token}`
