/** Calls an address outside, with a limit on time and on the size of the reply. */
import type { OutgoingReply, OutgoingRequest } from '../state/platform.ts'
import { gatherBytes } from '../wire/http/gathered-bytes.ts'

/** Browsers hide the redirects that they do not follow. */
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
  const gathered = gatherBytes()
  let size = 0
  // An error in the loop cancels the rest of the reply.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new Error(`the reply exceeds ${limit} bytes`)
    gathered.add(chunk)
  }
  return gathered.whole()
}

/** The reason of Node's "fetch failed" is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return code === '' ? error.message : `${error.message} (${code})`
}
