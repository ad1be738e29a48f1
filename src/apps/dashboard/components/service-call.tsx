/** Calls to the service that the user makes from the dashboard, and their replies. */
import { useState } from 'preact/hooks'
import type { ControlInput } from '../../../control/client.ts'
import { addressOf, callControl, type EnvironmentName, environment, useControl, world } from '../data/control.ts'
import { hrefOf } from '../shell/address.ts'
import { StatusBadge } from './facts.tsx'
import { HttpMessage } from './http-message.tsx'
import { Problem } from './list.tsx'
import { Milliseconds, Text } from './text.tsx'

interface ServiceCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty if there is no body. */
  readonly body: string | Blob | FormData
  readonly environment?: EnvironmentName
}

export interface ServiceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes if the body is not text. */
  readonly body: string | Uint8Array
  readonly bytes: number
  readonly call: string | null
  readonly ms: number
}

/** Sends a call to the page's world. Rejects when `fetch` does. */
export async function callService(call: ServiceCall): Promise<ServiceReply> {
  const began = performance.now()
  return readReply(await openService(call), began)
}

/** Like `callService`, but for a reply whose body the page does not display. */
export function openService({ method, path, headers, body, environment: of = environment }: ServiceCall): Promise<Response> {
  const carries = body !== '' && method !== 'GET' && method !== 'HEAD'
  return fetch(`${addressOf(world, of)}${path}`, { method, headers, ...(carries && { body }) })
}

export async function readReply(response: Response, began: number): Promise<ServiceReply> {
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

/** Creates a token for a caller, and returns it as an `authorization` header. */
export const bearerOf = async (caller: Caller): Promise<string> =>
  `Bearer ${(await callControl('control.makeToken', { body: caller })).token}`

/** Sends calls one at a time. `outcome` renders the last call's reply, or its error. */
export function useServiceCall() {
  const [reply, setReply] = useState<ServiceReply>()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)

  /** Shows the reply to `call`, unless it is undefined. */
  async function send(call: () => Promise<ServiceReply | undefined>): Promise<void> {
    setReply(undefined)
    setError(undefined)
    setPending(true)
    try {
      setReply(await call())
    } catch (thrown) {
      setError(thrown)
    } finally {
      setPending(false)
    }
  }
  const outcome = (
    <>
      {error !== undefined && <Problem error={error} />}
      {reply && <Replied reply={reply} />}
    </>
  )
  return { send, isPending, outcome }
}

function Replied({ reply }: { readonly reply: ServiceReply }) {
  const { status, call, ms } = reply
  return (
    <>
      {call !== null && <Why of={call} />}
      <HttpMessage title="Reply" of={reply} headersShown>
        <StatusBadge status={status} /> <Milliseconds of={ms} /> {call !== null && <a href={hrefOf(['calls', call])}>See line {call}</a>}
      </HttpMessage>
    </>
  )
}

/** Shows the reason for a reply, from the journal. An ordinary reply has none. */
function Why({ of: call }: { readonly of: string }) {
  const { data } = useControl('control.showJournalLine', { params: { id: call } }, { live: true })
  if (data?.why == null) return null
  return (
    <p class="why">
      <strong>Why</strong> <Text>{data.why}</Text>
    </p>
  )
}
