/** Whether a client looks at what became of its reminders. */
import type { OrderReply } from '../wire/notifications/order.ts'
import { namedIn } from './judging/deed.ts'
import { recent } from './judging/recent.ts'
import { defineVerdict } from './judging/verdict.ts'

interface Ordered {
  readonly call: string
  readonly main: string
  readonly reminders: readonly string[]
}

export const remindersRead = defineVerdict({
  id: 'reminders-read',
  sentence: 'A client that reads the shipment of an order reads those of its reminders too.',
  severity: 'advice',
  source: 'notifications §5.1',
  guidance: 'Keep the shipmentId of each reminder in the reply to an order, and read it, or read the feed.',
  exercise: [],
  remember: () => ({ orders: recent<string, Ordered>(), read: recent<string, true>(500), feed: { read: false } }),
  look({ id, operation, status, path, replyBody }, { orders, read, feed }) {
    if (operation === 'notifications.readFeed') feed.read = true
    if (operation === 'notifications.getShipment' && status === 200) read.set(namedIn(path), true)
    if (operation !== 'notifications.createOrder' || status !== 201 || !replyBody?.includes('"reminders"')) return
    const { main, reminders } = shipmentsIn(replyBody)
    if (reminders.length > 0) orders.set(main, { call: id, main, reminders })
  },
  conclude({ orders, read, feed }, tell) {
    for (const { call, main, reminders } of orders.values()) {
      tell.met()
      if (!feed.read && read.get(main) && !reminders.some((each) => read.get(each))) tell.broken(call)
    }
  },
})

/** A reply that was cut has none. */
function shipmentsIn(reply: string): Pick<Ordered, 'main' | 'reminders'> {
  try {
    const { notification } = JSON.parse(reply) as OrderReply
    return {
      main: notification.shipmentId.toLowerCase(),
      reminders: (notification.reminders ?? []).map((each) => each.shipmentId.toLowerCase()),
    }
  } catch {
    return { main: '', reminders: [] }
  }
}
