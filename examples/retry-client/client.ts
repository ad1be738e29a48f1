/** The code under test: a client that retries lost replies, 429 and 503, and resumes interrupted downloads. */
export interface ClientOptions {
  readonly service: string
  readonly token: string
  /** Waits between attempts. */
  pause(milliseconds: number): Promise<void>
}

const attempts = 4

export function createClient({ service, token, pause }: ClientOptions) {
  /** Retries a call after a lost reply, and, when `Retry-After` has passed, after a 429 or 503. */
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${token}`)
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${service}${path}`, { ...init, headers }).catch((lost: unknown) => {
        if (attempt === attempts) throw lost
      })
      const isBusy = response?.status === 429 || response?.status === 503
      if (response && (!isBusy || attempt === attempts)) return response
      await response?.body?.cancel()
      await pause(1000 * (secondsIn(response?.headers) ?? 2 ** attempt))
    }
  }

  return {
    call,
    /** The same `idempotencyId` makes retrying an order safe. */
    placeOrder: (order: { readonly idempotencyId: string; readonly recipient: object }) =>
      call('/future/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }),

    /** Requests the rest if a download is interrupted. */
    async download(fileTransferId: string): Promise<Uint8Array<ArrayBuffer>> {
      const parts: Uint8Array[] = []
      let received = 0
      for (let attempt = 1; ; attempt++) {
        const headers: Record<string, string> = received > 0 ? { range: `bytes=${received}-` } : {}
        const response = await call(`/broker/api/v1/filetransfer/${fileTransferId}/download`, { headers })
        if (response.status !== (received > 0 ? 206 : 200)) throw new Error(`The download was answered ${response.status}.`)
        try {
          for await (const part of response.body ?? []) {
            parts.push(part)
            received += part.length
          }
          return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
        } catch (broken) {
          if (attempt === attempts) throw broken
        }
      }
    },
  }
}

/** Parses Retry-After, which is in seconds or a date. A date is relative to the reply's Date header. */
function secondsIn(headers?: Headers): number | undefined {
  const text = headers?.get('retry-after') ?? undefined
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  return (Date.parse(text) - Date.parse(headers?.get('date') ?? '')) / 1000
}
