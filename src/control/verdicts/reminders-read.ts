/** Checks that a client reads the outcome of its reminders. */
import type { OrderReply } from '../../service/areas/notifications/index.ts'
import { namedIn } from './judging/deed.ts'
import { membersOf } from './judging/line-facts.ts'
import { defineVerdict, recent } from './judging/verdict.ts'

interface Ordered {
  readonly call: string
  readonly main: string
  readonly reminders: readonly string[]
  /** True if the feed was read after the order was placed. */
  fed: boolean
}

export const remindersRead = defineVerdict({
  id: 'reminders-read',
  sentence: "A client that reads an order's shipment also reads the shipments of its reminders.",
  severity: 'advice',
  source: 'notifications §5.1',
  guidance: 'The reply to an order contains a shipmentId for each reminder. Store these ids and read their shipments, or read the feed.',
  exercise: [],
  remember: () => ({ orders: recent<string, Ordered>(), read: recent<string, true>(500), feed: { read: false } }),
  look({ id, operation, status, path, replyBody }, { orders, read, feed }) {
    if (operation === 'notifications.readFeed') {
      feed.read = true
      if (status === 200) for (const each of orders.values()) each.fed = true
    }
    if (operation === 'notifications.getShipment' && status === 200) read.set(namedIn(path), true)
    if (operation !== 'notifications.createOrder' || status !== 201) return
    const { main, reminders } = shipmentsIn(replyBody)
    if (reminders.length > 0) orders.set(main, { call: id, main, reminders, fed: false })
  },
  conclude({ orders, read, feed }, tell) {
    for (const { call, main, reminders, fed } of orders.values()) {
      if (!feed.read && read.get(main) && !reminders.some((each) => read.get(each))) tell.broken(call)
      else if (fed || (read.get(main) && reminders.every((each) => read.get(each)))) tell.met()
    }
  },
})

/** Returns empty ids if the reply is truncated or is not an order. */
function shipmentsIn(reply: string | null): Pick<Ordered, 'main' | 'reminders'> {
  const { notification } = (membersOf(reply) ?? {}) as Partial<OrderReply>
  const idOf = (each: { readonly shipmentId?: string } | undefined) =>
    typeof each?.shipmentId === 'string' ? each.shipmentId.toLowerCase() : ''
  return { main: idOf(notification), reminders: (notification?.reminders ?? []).map(idOf) }
}
