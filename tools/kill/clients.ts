/** Clients that do something with each call until their server is killed, and note what was answered. */
import { createHash, randomBytes } from 'node:crypto'
import { partyNumbers, type Tokens } from './server.ts'

/** What a server has answered: it must be there after each restart. */
export interface Answered {
  /** By idempotencyId. */
  readonly orders: Map<string, { readonly id: string; readonly shipmentId: string }>
  /** The SHA-256 of each file, by the id of its transfer. */
  readonly files: Map<string, string>
  /** Uploads that have begun, by their place. */
  readonly halves: Map<string, { readonly content: Buffer; readonly offset: number }>
  /** Email addresses by number. */
  readonly contacts: Map<string, string>
  /** Everything that must be unique: ids, and the numbers of calls. */
  readonly ids: Set<string>
}

export const newAnswered = (): Answered => ({ orders: new Map(), files: new Map(), halves: new Map(), contacts: new Map(), ids: new Set() })

export interface ClientOptions {
  readonly url: string
  readonly tokens: Tokens
  readonly answered: Answered
  readonly name: string
  readonly signal: AbortSignal
  /** Makes so many orders, and nothing else. */
  readonly orders?: number
}

const people = ['12838590150', '24867542562']
export const tus = { 'tus-resumable': '1.0.0' }

/** A call that was not answered throws. */
export async function call(url: string, method: string, token: string, body?: string | Buffer, headers: Record<string, string> = {}) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body: body as BodyInit }),
  })
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Resolves when its server is gone, or when it has made its orders. */
export async function clientOf({ url, tokens, answered, name, signal, orders }: ClientOptions): Promise<void> {
  const { ids } = answered
  function unique(reply: { readonly headers: Headers }, ...others: readonly string[]): void {
    const number = `call ${reply.headers.get('x-standin-call')}`
    for (const id of [number, ...others]) {
      if (ids.has(id)) throw new Error(`${id} was given twice`)
      ids.add(id)
    }
  }
  async function order(nth: number): Promise<void> {
    const idempotencyId = `${name}-${nth}`
    const recipient = { recipientEmail: { emailAddress: 'kill@example.org', emailSettings: { subject: 'Kill', body: `Message ${nth}` } } }
    const reply = await call(
      `${url}/notifications/api/v1/future/orders`,
      'POST',
      tokens.orderer,
      JSON.stringify({ idempotencyId, recipient }),
    )
    const { notificationOrderId: id, notification } = JSON.parse(reply.bytes.toString())
    answered.orders.set(idempotencyId, { id, shipmentId: notification.shipmentId })
    unique(reply, id, notification.shipmentId)
  }
  async function transfer(): Promise<string> {
    const body = {
      fileName: 'kill.bin',
      resourceId: 'standin-plain',
      sendersFileTransferReference: name,
      sender: partyNumbers.sender,
      recipients: [partyNumbers.recipient],
      disableVirusScan: true,
    }
    const reply = await call(`${url}/broker/api/v1/filetransfer`, 'POST', tokens.sender, JSON.stringify(body))
    const { fileTransferId } = JSON.parse(reply.bytes.toString())
    unique(reply, fileTransferId)
    return fileTransferId
  }
  async function upload(): Promise<void> {
    const id = await transfer()
    const content = randomBytes(Math.ceil(200_000 * Math.random()))
    const reply = await call(`${url}/broker/api/v1/filetransfer/${id}/upload`, 'POST', tokens.sender, content)
    if (reply.status === 200) answered.files.set(id, createHash('sha256').update(content).digest('hex'))
    unique(reply)
  }
  async function half(): Promise<void> {
    const id = await transfer()
    const content = randomBytes(Math.ceil(100_000 * (1 + Math.random())))
    const headers = { ...tus, 'upload-length': String(content.length) }
    const begun = await call(`${url}/broker/api/v1/filetransfer/upload/tus/${id}`, 'POST', tokens.sender, undefined, headers)
    const place = new URL(begun.headers.get('location') ?? '', url).pathname
    answered.halves.set(place, { content, offset: 0 })
    for (let offset = 0; offset < content.length - 30_000; ) {
      const end = offset + 30_000
      const part = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
      const reply = await call(url + place, 'PATCH', tokens.sender, content.subarray(offset, end), part)
      if (reply.status !== 204) throw new Error(`A part was answered ${reply.status}`)
      answered.halves.set(place, { content, offset: end })
      offset = end
    }
  }
  async function contact(nth: number): Promise<void> {
    const number = people[nth % people.length] ?? ''
    const email = `${name}.${nth}@example.org`
    // One client changes each contact, so that the last answer is what must be there.
    if (!name.endsWith(`-${nth % people.length}`)) return order(nth)
    const body = JSON.stringify({ name: 'Kari Kill', email })
    const reply = await call(`${url}/_standin/contacts/${number}`, 'PUT', tokens.orderer, body)
    if (reply.status < 300) answered.contacts.set(number, email)
  }
  const acts = [order, order, order, upload, half, contact]
  for (let nth = 0; !signal.aborted && nth < (orders ?? Number.POSITIVE_INFINITY); nth++) {
    try {
      await (orders === undefined ? (acts[Math.floor(acts.length * Math.random())] ?? order) : order)(nth)
    } catch (thrown) {
      // The server is killed.
      if (thrown instanceof TypeError) return
      throw thrown
    }
  }
}
