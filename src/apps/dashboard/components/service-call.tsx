/** Calls of the service that the user sends from the dashboard, and what came of them. */
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
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty: none. */
  readonly body: string | Blob | FormData
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
export async function callService(call: ServiceCall): Promise<ServiceReply> {
  const began = performance.now()
  return readReply(await openService(call), began)
}

/** As `callService`, for a body that the page does not show. */
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

/** A token of a caller, as the value of the header `authorization`. */
export const bearerOf = async (caller: Caller): Promise<string> =>
  `Bearer ${(await callControl('control.makeToken', { body: caller })).token}`

/** Sends calls, one at a time. `outcome` shows the reply of the last one, or why there is none. */
export function useServiceCall() {
  const [reply, setReply] = useState<ServiceReply>()
  const [error, setError] = useState<unknown>()
  const [isPending, setPending] = useState(false)

  /** Shows what `call` replies. Undefined: nothing needs to be shown. */
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

/** The reply, with the link to the line of the call. */
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

/** Why a call was answered so, as the journal says it. Nothing where it was answered as usual. */
function Why({ of: call }: { readonly of: string }) {
  const { data } = useControl('control.showJournalLine', { params: { id: call } }, { live: true })
  if (data?.why == null) return null
  return (
    <p class="why">
      <strong>Why</strong> <Text>{data.why}</Text>
    </p>
  )
}
