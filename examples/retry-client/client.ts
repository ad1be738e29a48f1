/** A client that repeats what may be repeated: lost replies, 429 and 503, and downloads that break off. */
export interface ClientOptions {
  readonly service: string
  readonly token: string
  /** Waits between two attempts. */
  pause(milliseconds: number): Promise<void>
}

const attempts = 4

export function createClient({ service, token, pause }: ClientOptions) {
  /** Repeats a call after a lost reply, and after 429 and 503 when `Retry-After` says. */
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
    /** The same `idempotencyId` makes a repeated order safe. */
    placeOrder: (order: { readonly idempotencyId: string; readonly recipient: object }) =>
      call('/future/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }),

    /** Asks for the rest when a download breaks off. */
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

/** Retry-After holds seconds or a date. A date counts from Date of the same reply. */
function secondsIn(headers?: Headers): number | undefined {
  const text = headers?.get('retry-after') ?? undefined
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  return (Date.parse(text) - Date.parse(headers?.get('date') ?? '')) / 1000
}
