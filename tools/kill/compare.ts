/** Compares what a server has with what it has answered before it was killed. */
import { createHash } from 'node:crypto'
import { type Answered, call, tus } from './clients.ts'
import type { Tokens } from './server.ts'

/** Calls at a time. */
const together = 8

/** Returns what is not there, or not as it was answered. Ends half of the half uploads, and expects the other half later. */
export async function compare(url: string, tokens: Tokens, answered: Answered): Promise<string[]> {
  const wrong: string[] = []
  const { orders, files, halves, contacts } = answered
  await each(orders, async ([idempotencyId, { id, shipmentId }]) => {
    const shipment = await call(`${url}/notifications/api/v1/future/shipment/${shipmentId}`, 'GET', tokens.orderer)
    if (shipment.status !== 200) wrong.push(`the order ${id} (${idempotencyId}) is answered ${shipment.status}`)
  })
  await each(files, async ([id, sha256]) => {
    const { status, bytes } = await call(`${url}/broker/api/v1/filetransfer/${id}/download`, 'GET', tokens.recipient)
    const found = createHash('sha256').update(bytes).digest('hex')
    if (status !== 200 || found !== sha256) wrong.push(`the file ${id} is answered ${status} with other bytes`)
  })
  await each(halves, async ([place, { content, offset }]) => {
    const { headers, status } = await call(url + place, 'HEAD', tokens.sender, undefined, tus)
    const there = Number(headers.get('upload-offset') ?? -1)
    if (there < offset) {
      wrong.push(`the upload ${place} is answered ${status} and has ${there} bytes; ${offset} were answered`)
      return
    }
    if (Math.random() < 0.5) return
    const part = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(there) }
    const ended = await call(url + place, 'PATCH', tokens.sender, content.subarray(there), part)
    halves.delete(place)
    const id = /tus\/([0-9a-f-]{36})/.exec(place)?.[1] ?? ''
    if (ended.status === 204) files.set(id, createHash('sha256').update(content).digest('hex'))
    else wrong.push(`the rest of the upload ${place} is answered ${ended.status}: ${ended.bytes.toString()}`)
  })
  for (const [number, email] of contacts) {
    const { bytes } = await call(`${url}/_standin/contacts/${number}`, 'GET', tokens.orderer)
    const { email: found } = JSON.parse(bytes.toString())
    // A change that was not answered may be there.
    if (found !== email && !/^\d+-\d+\.\d+@/.test(found ?? '')) wrong.push(`the contact ${number} has ${found}, and not ${email}`)
  }
  return wrong
}

async function each<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].values()
  const worker = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: together }, worker))
}
