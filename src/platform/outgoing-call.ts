/** Calls an address of the world outside, for so long and for so much of a reply. */
import type { OutgoingReply, OutgoingRequest } from '../state/platform.ts'
import { gather } from './pieces.ts'

/** Browsers show nothing of a redirect that they do not follow themselves. */
export const outgoingCall =
  (redirect: 'manual' | 'follow') =>
  async ({ method, url, headers, body, timeout, limit, signal }: OutgoingRequest): Promise<OutgoingReply> => {
    const late = AbortSignal.timeout(Math.ceil(timeout))
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect,
        signal: AbortSignal.any([signal, late]),
        ...(body !== undefined && { body }),
      })
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await read(response, limit) }
    } catch (error) {
      if (late.aborted) throw new Error(`no reply within ${Math.ceil(timeout / 1000)} s`)
      throw new Error(reasonOf(error))
    }
  }

async function read({ body }: Response, limit: number): Promise<Uint8Array> {
  if (limit === 0) {
    await body?.cancel()
    return new Uint8Array()
  }
  const gathered = gather()
  let size = 0
  // Leaving the loop gives the rest of the reply up.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new Error(`the reply exceeds ${limit} bytes`)
    gathered.add(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of gathered.take()) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** What Node calls "fetch failed" has its reason behind it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return code === '' ? error.message : `${error.message} (${code})`
}
