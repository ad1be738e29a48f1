/** Whole clients, as teams write them: an order queue, an inbox of files, and an uploader. They know nothing of verdicts. */
import { createHash } from 'node:crypto'
import { Upload } from 'tus-js-client'

export interface Surroundings {
  readonly service: string
  newToken(): Promise<string>
  pause(milliseconds: number): Promise<void>
}

interface Order {
  readonly idempotencyId: string
  readonly recipient: object
}

/** Sends orders by several workers, with one token for all, and follows each to its end. What is refused goes to a list for people. */
export async function orderQueue({ service, newToken, pause }: Surroundings, orders: readonly Order[], workers = 2): Promise<string[]> {
  const refused: string[] = []
  const waiting = [...orders]
  let token = await newToken()
  async function send(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    for (let attempt = 0; attempt < 5; attempt++) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${service}${path}`, { ...init, headers }).catch(() => undefined)
      if (response && response.status < 500 && response.status !== 429 && response.status !== 499 && response.status !== 401)
        return response
      if (response?.status === 401) {
        if (attempt > 0) return response
        token = await newToken()
        continue
      }
      const asked = Number(response?.headers.get('retry-after') ?? 0)
      await pause(Math.max(asked * 1000, 1000 * 2 ** attempt * (0.75 + Math.random() / 4)))
    }
    return undefined
  }
  async function worker(): Promise<void> {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      const response = await send('/future/orders', { method: 'POST', body: JSON.stringify(order) })
      const reply = response?.ok ? await response.json().catch(() => undefined) : undefined
      if (!reply) {
        refused.push(order.idempotencyId)
        continue
      }
      for (let look = 0; look < 8; look++) {
        await pause(10_000)
        const manifest = await send(`/future/shipment/${reply.notification.shipmentId}`)
        const status = manifest?.ok ? (await manifest.json().catch(() => ({}))).status : undefined
        if (!manifest?.ok || ['Order_Completed', 'Order_SendConditionNotMet', 'Order_Cancelled'].includes(status)) break
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  return refused
}

/** Looks for new files each minute, checks what it downloads, confirms it, and keeps it. */
export async function fileInbox({ service, newToken, pause }: Surroundings, rounds: number): Promise<string[]> {
  const base = `${service}/broker/api/v1/filetransfer`
  const token = await newToken()
  const kept: string[] = []
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${base}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
  for (let round = 0; round < rounds; round++) {
    const found = await call('?resourceId=standin-plain&status=Published&recipientStatus=Initialized')
    const ids: string[] = found?.ok ? await found.json().catch(() => []) : []
    for (const id of ids) {
      const about = await call(`/${id}`)
      const download = await call(`/${id}/download`)
      if (!about?.ok || !download?.ok) continue
      const [{ fileTransferSize, checksum }, bytes] = [await about.json(), await download.arrayBuffer().catch(() => new ArrayBuffer())]
      const md5 = createHash('md5').update(new Uint8Array(bytes)).digest('hex')
      if (bytes.byteLength !== fileTransferSize || (checksum && checksum !== md5)) continue
      if ((await call(`/${id}/confirmdownload`, { method: 'POST' }))?.status === 204) kept.push(id)
    }
    await pause(60_000)
  }
  return kept
}

/** Uploads a file by the library of the protocol, which resumes what breaks off. */
export function uploader({ service }: Surroundings, token: string, fileTransferId: string, content: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    new Upload(content, {
      endpoint: `${service}/broker/api/v1/filetransfer/upload/tus/${fileTransferId}`,
      headers: { authorization: `Bearer ${token}` },
      retryDelays: [10, 100, 300],
      chunkSize: 64 * 1024,
      storeFingerprintForResuming: false,
      onSuccess: () => resolve(true),
      onError: () => resolve(false),
    }).start()
  })
}
