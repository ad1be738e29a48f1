/** Compares the servers' state with their earlier replies. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, untilAnswered } from './calls.ts'
import type { Reads } from './reads.ts'
import type { Receiver } from './receiver.ts'
import type { Seen } from './seen.ts'

/** Number of concurrent calls. */
const together = 8
/** Milliseconds within which the last messages and webhooks must have been sent. */
const patience = 40_000

export interface CompareOptions {
  readonly worlds: readonly string[]
  readonly seen: Seen
  readonly reads: Reads
  readonly call: Caller
  readonly receiver: Receiver
}

export interface Compare {
  /** Checks the replies received since the last check. */
  newest(): Promise<void>
  /** Checks everything, after the last call. */
  all(): Promise<void>
}

export function createCompare({ worlds, seen, reads, call, receiver }: CompareOptions): Compare {
  let [orders, files] = [0, 0]

  async function list(world: string, path: string, member: string): Promise<Record<string, unknown>[]> {
    const entries: Record<string, unknown>[] = []
    for (let after = ''; ; ) {
      const page = `${path}?limit=1000${after && `&after=${encodeURIComponent(after)}`}`
      const reply = await untilAnswered(call, { world, method: 'GET', path: page, as: 'orderer' })
      const said = JSON.parse(String(reply?.bytes))
      entries.push(...said[member])
      if (said.next === null) return entries
      after = said.next
    }
  }
  /** Checks that each order exists exactly once, and that no id is used twice. */
  async function ordersOf(world: string): Promise<void> {
    const records = await list(world, '/_standin/records/orders', 'records')
    const ids = new Map<unknown, unknown>()
    for (const { idempotencyId, id } of records) {
      if (ids.has(idempotencyId))
        seen.wrongly(`order ${String(idempotencyId)} in ${world} exists twice: ${String(ids.get(idempotencyId))}, ${String(id)}`)
      ids.set(idempotencyId, id)
    }
    for (const order of seen.orders) {
      if (order.world !== world || ids.get(order.idempotencyId) === order.id) continue
      seen.wrongly(`order ${order.idempotencyId} in ${world} was ${order.id}, but is now ${String(ids.get(order.idempotencyId))}`)
    }
  }
  /** Checks that each order has sent its message exactly once. */
  async function messagesOf(world: string): Promise<void> {
    const until = performance.now() + patience
    const wanted = seen.orders.filter((order) => order.world === world)
    for (;;) {
      const messages = await list(world, '/_standin/outbox', 'messages')
      const counts = new Map<unknown, number>()
      for (const { orderId } of messages) counts.set(orderId, (counts.get(orderId) ?? 0) + 1)
      for (const [id, count] of counts) if (count > 1) seen.wrongly(`order ${String(id)} in ${world} has sent ${count} messages`)
      const missing = wanted.filter(({ id }) => !counts.has(id))
      if (missing.length === 0) return
      if (performance.now() > until) {
        for (const { id } of missing.slice(0, 5)) seen.wrongly(`order ${id} in ${world} has sent no message`)
        return
      }
      await pause(500)
    }
  }
  async function webhooks(): Promise<void> {
    const published = new Set(seen.files.map(({ world, id }) => `${world} ${id}`))
    const lacking = () =>
      seen.transfers.flatMap(({ world, id }) =>
        ['filetransferinitialized', ...(published.has(`${world} ${id}`) ? ['published'] : [])]
          .filter((type) => !receiver.has(world, type, id))
          .map((type) => `the ${type} webhook for file ${id} in ${world} has not arrived`),
      )
    const until = performance.now() + patience
    while (lacking().length > 0 && performance.now() < until) await pause(500)
    for (const missing of lacking().slice(0, 20)) seen.wrongly(missing)
  }
  const orderOrLater = async (order: Seen['orders'][number]) => {
    while (!(await reads.order(order))) await pause(50)
  }
  const fileOrLater = async (file: Seen['files'][number]) => {
    while (!(await reads.file(file))) await pause(50)
  }
  return {
    async newest() {
      const [someOrders, someFiles] = [seen.orders.slice(orders), seen.files.slice(files)]
      orders = seen.orders.length
      files = seen.files.length
      await each(someOrders, orderOrLater)
      await each(someFiles, fileOrLater)
    },
    async all() {
      await each(worlds, ordersOf)
      await each(seen.files, fileOrLater)
      await each(seen.halves, async (half) => {
        while ((await reads.half(half)) === undefined) await pause(50)
      })
      await each(worlds, messagesOf)
      await webhooks()
    },
  }
}

async function each<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].values()
  const worker = async () => {
    for (const item of waiting) await act(item)
  }
  await Promise.all(Array.from({ length: together }, worker))
}
