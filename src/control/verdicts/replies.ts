/** Verdicts on how a client reads replies. */
import type { OrderReply } from '../../service/areas/notifications/index.ts'
import { type Facts, namedIn, requestOf } from './judging/deed.ts'
import { fileOf } from './judging/downloads.ts'
import { idsIn, type Members, memberOf, membersOf } from './judging/line-facts.ts'
import { defineVerdict, longestPause, type Moment, mayBeUnread, momentOf, recent } from './judging/verdict.ts'

/** Maximum number of ids remembered per reply. */
const mostIds = 20

export const additions = defineVerdict({
  id: 'additions',
  sentence: 'A client accepts a reply with unknown members.',
  severity: 'bad',
  source: 'notifications §13',
  guidance: 'Read the members that you need and ignore the rest. Do not treat a reply as a failure because it has additional members.',
  exercise: ['tomorrow'],
  /** `given`: ids from replies that contain extra members. A client that uses such an id has read the reply. */
  remember: () => ({ accepted: recent<string, Moment>(), given: recent<string, true>(200) }),
  look(deed, { accepted, given }, tell) {
    const { began, method, status, lost } = deed
    if (given.size > 0 && given.get(namedIn(deed.path))) tell.met()
    // A client that repeats a read might be waiting for a change.
    if (method === 'GET' || method === 'HEAD') return
    if (!deed.greased && accepted.size === 0) return
    const request = requestOf(deed)
    if (request === null) return
    const before = accepted.get(request)
    const isAgain = before && before.turns === deed.turns && began >= before.ended && began - before.ended <= longestPause
    if (isAgain) tell.broken(before.id, deed.id)
    if (!deed.greased || lost || status === null || status >= 300) return
    const known = namedIn(deed.path)
    for (const each of idsIn(deed.replyBody, mostIds)) if (each !== known) given.set(each, true)
    accepted.set(request, momentOf(deed))
  },
})

/** Statuses that allow an upload. */
const uploadable: readonly unknown[] = ['Initialized', 'UploadStarted']
/** This many additional reads of a published file show that the client is looking at the wrong entry. */
const most = 3

interface Shown extends Moment {
  /** Consecutive reads with no other call in between. */
  readonly ids: readonly string[]
  readonly status: unknown
  readonly first: unknown
  readonly last: unknown
}

export const reliesOnOrder = defineVerdict({
  id: 'relies-on-order',
  sentence: 'A client finds an entry in a history by its time, never by its position.',
  severity: 'bad',
  source: 'file-transfer §4.2',
  guidance: "Read fileTransferStatus. The order of a history's entries is not guaranteed, so compare their times to find the newest entry.",
  exercise: ['histories-unordered'],
  remember: () => ({ shown: recent<string, Shown>(), taken: recent<string, true>() }),
  look(deed, { shown, taken }, tell) {
    const { operation } = deed
    if (operation === 'fileTransfer.details') {
      const file = fileOf(deed)
      const before = shown.get(file)
      const now = shownBy(deed)
      if (!now) return shown.delete(file)
      const goesOn = before && before.turns === now.turns && deed.began >= before.ended && before.status === now.status
      const ids = goesOn ? [...before.ids, deed.id].slice(-most - 1) : [deed.id]
      shown.set(file, { ...now, ids })
      const isThere = now.status === 'Published' && now.last !== 'Published'
      if (ids.length > most && isThere && isReceiver(deed) && !taken.get(file)) tell.broken(...ids)
      return
    }
    if (operation !== 'fileTransfer.upload' && operation !== 'fileTransfer.download') return
    const file = fileOf(deed)
    const read = shown.get(file)
    shown.delete(file)
    if (operation === 'fileTransfer.download') taken.set(file, true)
    if (!read || read.turns !== deed.turns || mayBeUnread(read, deed)) return
    const { ids, status, first, last } = read
    if (operation === 'fileTransfer.download') {
      // A correct client does not expect the newest entry in first position, unless it kept reading until the entry was there.
      if (status === 'Published' && last !== status && (first !== status || ids.length === 1)) tell.met()
      return
    }
    const isMisled = !uploadable.includes(status) && [first, last].some((each) => uploadable.includes(each))
    if (isMisled && deed.code === 'BRO-00004') tell.broken(...read.ids.slice(-1), deed.id)
  },
})

/** Returns undefined unless the reply contains shuffled entries. */
function shownBy(deed: Facts): Omit<Shown, 'ids'> | undefined {
  const { shuffled, status, replyBody } = deed
  const members = shuffled && status === 200 ? membersOf(replyBody) : undefined
  const history = members && memberOf(members, 'fileTransferStatusHistory')
  if (!members || !Array.isArray(history) || history.length < 2) return undefined
  const statusOf = (entry: unknown) => memberOf((entry ?? {}) as Members, 'fileTransferStatus')
  return {
    ...momentOf(deed),
    status: memberOf(members, 'fileTransferStatus'),
    first: statusOf(history[0]),
    last: statusOf(history.at(-1)),
  }
}

/** True if the caller is not the sender. The sender has a reason to read again, because it is waiting for confirmations. */
function isReceiver({ orgNo, replyBody }: Facts): boolean {
  const sender = memberOf(membersOf(replyBody) ?? {}, 'sender')
  return orgNo !== null && typeof sender === 'string' && !sender.endsWith(orgNo)
}

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
