import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveEntry, moveShipment } from '../../../../../src/service/areas/notifications/messages.ts'
import { addToFeed, type Feed, type FeedWish, feedEntries, readFeed } from '../../../../../src/service/areas/notifications/records/feed.ts'
import type { Shipment } from '../../../../../src/service/areas/notifications/records.ts'
import type { OrderStatus } from '../../../../../src/service/areas/notifications/wire.ts'
import { createRecords } from '../../../../../src/service/world/records.ts'
import { rule } from '../../../../support/rule.ts'

const day = 86_400_000
const delay = (made: number) => made + 2_001

const shipment = (id: string, creator = 'ttd', more: Partial<Shipment> = {}): Shipment => ({
  id,
  orderId: `order of ${id}`,
  creator,
  owner: creator,
  type: 'Notification',
  sendersReference: null,
  requestedSendTime: 0,
  conditionEndpoint: null,
  recipient: {},
  created: 0,
  status: 'Order_Completed',
  lastUpdate: 0,
  entries: [],
  ...more,
})

function end(feed: Feed, id: string, creator: string, at: number): void {
  addToFeed(feed, shipment(id, creator), at)
}

const numbers = (feed: Feed, wish: Partial<FeedWish>, now: number, creator = 'ttd') =>
  readFeed(feed, { key: `organization ${creator}` }, { seq: 0, pageSize: 500, descending: false, ...wish }, now, delay).map(
    ({ sequenceNumber }) => sequenceNumber,
  )

interface Made {
  readonly number: number
  readonly creator: string
  readonly at: number
}

/** A model: the rules in the order of the specification, over all entries ever made. */
function naive(made: readonly Made[], creator: string, { seq, pageSize, descending }: FeedWish, now: number): number[] {
  const own = made
    .filter((each) => each.creator === creator)
    .filter(({ at }) => now - at > 2_000)
    .filter(({ at }) => now - (now % day) - at <= 90 * day)
    .map(({ number }) => number)
  if (!descending) return own.filter((number) => number > seq).slice(0, pageSize)
  return own
    .filter((number) => seq === 0 || number < seq)
    .toReversed()
    .slice(0, pageSize)
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ end: fc.constantFrom('ttd', 'brg', 'skd') }) },
  { weight: 3, arbitrary: fc.record({ pass: fc.constantFrom(0, 1, 1_999, 2_000, 2_001, 3_600_000, day, 30 * day, 90 * day) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      read: fc.record({
        seq: fc.oneof(fc.nat({ max: 40 }), fc.constant(Number.MAX_SAFE_INTEGER)),
        pageSize: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(500)),
        descending: fc.boolean(),
      }),
    }),
  },
)

rule('notifications §9.1, notifications §9.3', 'the feed shows what the rules give when they are applied to every entry', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const feed = createRecords().of(feedEntries)
      const made: Made[] = []
      let now = 0
      for (const each of steps) {
        if ('pass' in each) now += each.pass
        else if ('end' in each) {
          made.push({ number: made.length + 1, creator: each.end, at: now })
          end(feed, `s${made.length}`, each.end, now)
        } else {
          for (const creator of ['ttd', 'brg', 'skd', 'unknown'])
            expect(numbers(feed, each.read, now, creator)).toEqual(naive(made, creator, each.read, now))
        }
      }
    }),
    { seed: 1, numRuns: 1_000 },
  )
})

test('the cost of reading depends on the page, not on the number of entries', () => {
  const feed = createRecords().of(feedEntries)
  for (let at = 0; at < 50_000; at++) end(feed, `s${at}`, 'ttd', at)
  const reads: string[] = []
  const watched = new Proxy(feed.byOwner.get('organization ttd') ?? [], {
    get(entries, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads.push(name)
      return Reflect.get(entries, name)
    },
  })
  feed.byOwner.set('ttd', watched)

  expect(numbers(feed, { seq: 25_000, pageSize: 10 }, day)).toEqual(Array.from({ length: 10 }, (_, at) => 25_001 + at))
  expect(numbers(feed, { seq: 25_000, pageSize: 10, descending: true }, day)[0]).toBe(24_999)
  expect(reads.length).toBeLessThan(150)
})

test('entries that are too old to be shown are not kept', () => {
  const feed = createRecords().of(feedEntries)
  for (let at = 0; at < 400; at++) end(feed, `s${at}`, 'ttd', at * day)

  expect(feed.byOwner.get('organization ttd')?.length).toBeLessThan(200)
  expect(numbers(feed, {}, 400 * day)[0]).toBe(311)
})

const statuses: OrderStatus[] = ['Order_Completed', 'Order_SendConditionNotMet']

rule('notifications §9.3', 'a move to a final status makes an entry, and no other move does', () => {
  const told = (from: OrderStatus, to: OrderStatus) => {
    const { of } = createRecords()
    const feed = of(feedEntries)
    const moved = shipment('s', 'ttd', { status: from })
    moveShipment({ environment: { of }, now: () => 7 }, moved, to)
    return feed.byOwner.get('organization ttd')?.map(({ status, lastUpdate }) => [status, lastUpdate])
  }

  for (const to of statuses) expect(told('Order_Processing', to)).toEqual([[to, 7]])
  expect(told('Order_Processed', 'Order_Completed')).toEqual([['Order_Completed', 7]])
  expect(told('Order_Registered', 'Order_Cancelled')).toBeUndefined()
  expect(told('Order_Registered', 'Order_Processing')).toBeUndefined()
  expect(told('Order_Processing', 'Order_Processed')).toBeUndefined()
  expect(told('Order_Processing', 'Order_Registered')).toBeUndefined()
})

rule('notifications §9.3', 'an entry shows the shipment as it was when it ended', () => {
  const { of } = createRecords()
  const feed = of(feedEntries)
  const entry = { channel: 'SMS', destination: '+4799999999', status: 'SMS_Accepted', lastUpdate: 1 } as const
  const moved = shipment('s', 'ttd', { status: 'Order_Processed', sendersReference: 'mine', type: 'Instant', entries: [{ ...entry }] })
  const [message] = moved.entries
  if (message) moveEntry({ environment: { of }, now: () => 5 }, moved, message, 'SMS_Delivered')
  if (message) Object.assign(message, { status: 'SMS_Failed', lastUpdate: 9 })

  expect(readFeed(feed, { key: 'organization ttd' }, { seq: 0, pageSize: 1, descending: false }, 5, (made) => made)).toEqual([
    {
      sequenceNumber: 1,
      made: 5,
      shipmentId: 's',
      sendersReference: 'mine',
      shipmentType: 'Instant',
      status: 'Order_Completed',
      lastUpdate: 5,
      recipients: [{ destination: '+4799999999', status: 'SMS_Delivered', lastUpdate: 5 }],
    },
  ])
})
