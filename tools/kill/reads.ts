/** Reads earlier results, and checks that no reply is stale. */
import { createHash } from 'node:crypto'
import { type Caller, type Request, tus, untilAnswered } from './calls.ts'
import { orderRequest } from './clients.ts'
import type { Counter, File, Half, Order, Seen } from './seen.ts'

export const person = '12838590150'
type To = Pick<Request, 'server'>

/** Each read resolves to true if it was answered. */
export function createReads(call: Caller, seen: Seen) {
  const name = (to: To) => (to.server ? ` by ${to.server.name}` : '')
  return {
    async counter(world: string, counter: Counter, to: To = {}): Promise<boolean> {
      const floor = counter.answered
      const reply = await call({ world, method: 'GET', path: `/_standin/contacts/${person}`, as: 'orderer', ...to })
      if (!reply) return false
      const read = reply.status === 200 ? Number(/^n(\d+)@/.exec(JSON.parse(String(reply.bytes)).email)?.[1] ?? 0) : -1
      if (read < floor)
        seen.wrongly(`the counter in ${world} was read as ${read} (${reply.status})${name(to)}, but had already been ${floor}`)
      counter.answered = Math.max(counter.answered, read)
      return true
    },
    async order({ world, id, shipmentId }: Order, to: To = {}): Promise<boolean> {
      const path = `/notifications/api/v1/future/shipment/${shipmentId}`
      const reply = await call({ world, method: 'GET', path, as: 'orderer', ...to })
      if (reply && reply.status !== 200) seen.wrongly(`order ${id} in ${world} got ${reply.status}${name(to)}`)
      return reply !== undefined
    },
    /** Placing an order again returns the same order. */
    async again({ world, idempotencyId, id }: Order, to: To = {}): Promise<boolean> {
      const reply = await call({ ...orderRequest(world, idempotencyId), ...to })
      if (!reply) return false
      const { notificationOrderId } = JSON.parse(String(reply.bytes))
      if (reply.status !== 200 || notificationOrderId !== id)
        seen.wrongly(`order ${idempotencyId} in ${world} is ${id}, but was created again as ${notificationOrderId} (${reply.status})`)
      return true
    },
    async file({ world, id, sha256 }: File): Promise<boolean> {
      const reply = await call({ world, method: 'GET', path: `/broker/api/v1/filetransfer/${id}/download`, as: 'recipient' })
      if (!reply) return false
      const read = createHash('sha256').update(reply.bytes).digest('hex')
      if (reply.status !== 200 || read !== sha256)
        seen.wrongly(`file ${id} in ${world} got ${reply.status} with ${reply.bytes.length} different bytes`)
      return true
    },
    /** Resolves to a world's time, in milliseconds since 1970. */
    async clock(world: string): Promise<number> {
      const reply = await untilAnswered(call, { world, method: 'GET', path: '/_standin/clock', as: 'orderer' })
      return Date.parse(JSON.parse(String(reply?.bytes)).now)
    },
    /** Resolves to the number of stored bytes; undefined if there was no reply. */
    async half(half: Half): Promise<number | undefined> {
      const { world, path, offset, content } = half
      const reply = await call({ world, method: 'HEAD', path, as: 'sender', headers: tus })
      if (!reply) return undefined
      // The upload is already complete.
      if (half.isEnding && reply.status === 409) return content.length
      const there = Number(reply.headers.get('upload-offset') ?? -1)
      if (there >= offset) return there
      seen.wrongly(`the upload ${path} in ${world} got ${reply.status} and has ${there} bytes; ${offset} were acknowledged`)
      return there
    },
  }
}
export type Reads = ReturnType<typeof createReads>
