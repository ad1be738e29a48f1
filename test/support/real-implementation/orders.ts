/** This implementation's orders. Source: notifications §3, §5, §8, §9, §11.1. */
import { newId } from './ids.ts'
import { instantMistakes } from './order-mistakes.ts'
import { invalid, problems } from './problems.ts'
import { isMissing, type Look, lookAt, numberOf, type Shipment, timeText } from './shipments.ts'
import type { Steps } from './steps.ts'
import type { Switches } from './switches.ts'
import { memberOf, type Reply, textOf } from './wire.ts'

const minute = 60_000
const day = 24 * 60 * minute

interface Ending extends Look {
  readonly sequenceNumber: number
  readonly shipment: Shipment
}

export type Orders = ReturnType<typeof openOrders>

/** `seconds`: time from an order's send time to its delivery. */
export function openOrders({ steps, switches, seconds }: { steps: Steps; switches: Switches; seconds: number }) {
  const shipments = new Map<string, Shipment>()
  /** Receipts of orders, by creator, family and idempotencyId. */
  const receipts = new Map<string, object>()
  const feed: Ending[] = []

  function register(given: Pick<Shipment, 'creator' | 'type' | 'recipient' | 'sendTime'>, order: unknown): Shipment {
    const sendersReference = textOf(order, 'sendersReference')
    const shipment = { ...given, shipmentId: newId(), created: Date.now(), sendersReference }
    shipments.set(shipment.shipmentId, shipment)
    return shipment
  }

  const look = (shipment: Shipment) => lookAt(shipment, seconds, switches.contactOf)
  const referenceOf = ({ sendersReference }: Shipment) => (sendersReference?.trim() ? { sendersReference } : {})
  const receiptOf = (shipment: Shipment) => ({ shipmentId: shipment.shipmentId, ...referenceOf(shipment) })

  function placed(key: string, body: object): Reply {
    receipts.set(key, body)
    const location = `https://platform.example/notifications/api/v1/orders/chain/${textOf(body, 'notificationOrderId')}`
    return { status: 201, headers: { location }, body }
  }

  return {
    create(creator: string, order: unknown): Reply {
      const mistakes = steps.mistakesOf(order)
      if (Object.keys(mistakes).length > 0) return invalid(mistakes)
      switches.reach('database')
      const key = JSON.stringify([creator, 'regular', textOf(order, 'idempotencyId')])
      const before = receipts.get(key)
      if (before) return steps.replay(before)
      const list = memberOf(order, 'reminders')
      const reminders: readonly unknown[] = Array.isArray(list) ? list : []
      const recipients = [order, ...reminders].map((one) => memberOf(one, 'recipient'))
      if (recipients.some(numberOf)) switches.reach('register')
      if (recipients.some((one) => isMissing(one, switches.contactOf))) return problems.missingContact()
      const sendTime = timeIn(order) ?? Date.now()
      const main = register({ creator, type: 'Notification', recipient: recipients[0], sendTime }, order)
      const others = reminders.map((one) => {
        const at = timeIn(one) ?? sendTime + Number(memberOf(one, 'delayDays')) * day
        return register({ creator, type: 'Reminder', recipient: memberOf(one, 'recipient'), sendTime: at }, one)
      })
      return placed(key, steps.receipt(receiptOf(main), others.map(receiptOf)))
    },

    /** `at`: the recipient's key in the list of mistakes. */
    createInstant(creator: string, order: unknown, recipient: unknown, kind: 'Email' | 'Sms', at: string): Reply {
      const mistakes = instantMistakes(order, memberOf(recipient, `recipient${kind}`), kind, at)
      if (Object.keys(mistakes).length > 0) return invalid(mistakes)
      switches.reach('database')
      const key = JSON.stringify([creator, 'instant', textOf(order, 'idempotencyId')])
      const before = receipts.get(key)
      if (before) return steps.replay(before)
      switches.reach(kind === 'Email' ? 'email' : 'sms')
      const shipment = register({ creator, type: 'Instant', recipient, sendTime: Date.now() }, order)
      return placed(key, steps.receipt(receiptOf(shipment), []))
    },

    show(creator: string, id: string): Reply {
      switches.reach('database')
      const shipment = shipments.get(id)
      if (shipment?.creator !== creator) return steps.noSuchShipment()
      const { status, at, entries } = look(shipment)
      const { type } = shipment
      const body = { ...receiptOf(shipment), type, status: steps.shown(status), lastUpdate: timeText(at), recipients: entries }
      return { status: 200, body }
    },

    cancel(creator: string, id: string): Reply {
      switches.reach('database')
      const shipment = shipments.get(id)
      if (shipment?.creator !== creator) return problems.noSuchOrder()
      const { status } = look(shipment)
      const isEarly = status === 'Order_Registered' && shipment.sendTime > Date.now() + 5 * minute
      if (!isEarly && shipment.ended === undefined) return problems.tooLate()
      shipment.ended ??= { status: steps.cancelled(), at: Date.now() }
      return { status: 200, body: cancelledOrder(shipment, shipment.ended.at) }
    },

    /** Source: notifications §9 */
    readFeed(creator: string, { seq, size, isNewestFirst }: { seq: number; size: number; isNewestFirst: boolean }): Reply {
      switches.reach('database')
      for (const shipment of shipments.values()) {
        const last = look(shipment)
        if (last.status !== 'Order_Completed' || feed.some((entry) => entry.shipment === shipment)) continue
        feed.push({ ...last, shipment, sequenceNumber: 81_000 + 7 * feed.length })
      }
      const own = feed.filter(({ shipment, at }) => shipment.creator === creator && at < Date.now() - 2000)
      const wanted = own.filter(({ sequenceNumber: n }) => (isNewestFirst ? seq === 0 || n < seq : n > seq))
      return { status: 200, body: (isNewestFirst ? wanted.reverse() : wanted).slice(0, size).map(feedEntry) }
    },
  }
}

const timeIn = (order: unknown) => {
  const text = textOf(order, 'requestedSendTime')
  return text === undefined ? undefined : Date.parse(text)
}

const feedEntry = ({ sequenceNumber, shipment, status, at, entries }: Ending) => ({
  sequenceNumber,
  shipmentId: shipment.shipmentId,
  ...(shipment.sendersReference && { sendersReference: shipment.sendersReference }),
  recipients: entries.map(({ destination, status: entryStatus, lastUpdate }) => ({ destination, status: entryStatus, lastUpdate })),
  status,
  lastUpdate: timeText(at),
  shipmentType: shipment.type,
})

const cancelledOrder = (shipment: Shipment, at: number) => ({
  id: shipment.shipmentId,
  sendersReference: shipment.sendersReference,
  requestedSendTime: timeText(shipment.sendTime),
  creator: shipment.creator,
  created: timeText(shipment.created),
  notificationChannel: numberOf(shipment.recipient)?.channel ?? (memberOf(shipment.recipient, 'recipientSms') ? 'Sms' : 'Email'),
  processingStatus: {
    status: 'Cancelled',
    description: 'Order processing was stopped due to order being cancelled.',
    lastUpdate: timeText(at),
  },
})
