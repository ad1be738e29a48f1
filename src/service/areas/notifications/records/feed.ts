/** The feed: shipments that reached a final status, in that order. */
import { getOrCreate } from '../../../wire/when-needed.ts'
import { defineRecord, type Records, type RecordTable } from '../../../world/records.ts'
import { countWhile } from '../../../world/table.ts'
import { type Owner, ownerKeys } from './orders.ts'
import { type EntryStatus, type Shipment, shipments } from './shipment.ts'

/** A shipment as it was when it ended. Never changes. Times are world milliseconds since 1970. */
export interface FeedEntry {
  readonly sequenceNumber: number
  /** When the entry was made: never before the entry before it. */
  readonly made: number
  readonly shipmentId: string
  readonly sendersReference: string | null
  readonly shipmentType: Shipment['type']
  readonly status: Shipment['status']
  readonly lastUpdate: number
  readonly recipients: readonly { readonly destination: string; readonly status: EntryStatus; readonly lastUpdate: number }[]
}

/** The feed of one environment. */
export interface Feed {
  readonly table: RecordTable<FeedEntry, number>
  /** By key of the owner, oldest first. The lists of one owner share their entries. */
  readonly byOwner: Map<string, FeedEntry[]>
}

/** The entries that a client asks for. */
export interface FeedWish {
  /** Entries after this sequence number; in descending order the entries before it, where 0 means all. */
  readonly seq: number
  readonly pageSize: number
  readonly descending: boolean
}

const day = 86_400_000
/** Source: notifications §9.3. */
const retention = 90 * day

/** An entry belongs to the owners of its shipment. */
function openFeed(table: RecordTable<FeedEntry, number>, { of }: Records): Feed {
  const feed: Feed = { table, byOwner: new Map() }
  for (const entry of table.values()) {
    const shipment = of(shipments).get(entry.shipmentId)
    if (shipment) list(feed, ownerKeys(shipment), entry)
  }
  return feed
}

/** Adds the entry of a shipment that has just ended. */
export function addToFeed(feed: Feed, shipment: Shipment, at: number): void {
  const owners = ownerKeys(shipment)
  const made = Math.max(at, ...owners.map((key) => feed.byOwner.get(key)?.at(-1)?.made ?? at))
  const entry: FeedEntry = {
    sequenceNumber: feed.table.nextNumber(),
    made,
    shipmentId: shipment.id,
    sendersReference: shipment.sendersReference,
    shipmentType: shipment.type,
    status: shipment.status,
    lastUpdate: shipment.lastUpdate,
    recipients: shipment.entries.map(({ destination, status, lastUpdate }) => ({ destination, status, lastUpdate })),
  }
  for (const old of feed.table.values()) {
    if (!isExpired(old, made)) break
    feed.table.remove(old)
  }
  feed.table.insert(entry)
  list(feed, owners, entry)
}

function list(feed: Feed, owners: readonly string[], entry: FeedEntry): void {
  for (const key of owners) {
    const entries = getOrCreate(feed.byOwner, key, (): FeedEntry[] => [])
    const old = expired(entries, entry.made)
    // Not every time, so that the cost of an entry does not grow with their number.
    if (old * 2 > entries.length) entries.splice(0, old)
    entries.push(entry)
  }
}

/** A page of an owner's entries. `shownFrom`: when an entry made at a given time is shown. Source: notifications §9.1. */
export function readFeed(
  feed: Feed,
  { key }: Pick<Owner, 'key'>,
  wish: FeedWish,
  now: number,
  shownFrom: (made: number) => number,
): FeedEntry[] {
  const { seq, pageSize, descending } = wish
  const entries = feed.byOwner.get(key) ?? []
  const first = expired(entries, now)
  const end = countWhile(entries, ({ made }) => shownFrom(made) <= now)
  if (!descending) {
    const from = Math.max(
      first,
      countWhile(entries, ({ sequenceNumber }) => sequenceNumber <= seq),
    )
    return entries.slice(from, Math.min(end, from + pageSize))
  }
  const before = seq === 0 ? entries.length : countWhile(entries, ({ sequenceNumber }) => sequenceNumber < seq)
  const to = Math.min(end, before)
  return entries.slice(Math.max(first, to - pageSize), Math.max(first, to)).reverse()
}

/** Whether the last cleaning removed an entry. It runs every night at midnight UTC. Sources: notifications §10.1, assumed: the hour. */
const isExpired = ({ made }: FeedEntry, now: number): boolean => made < Math.floor(now / day) * day - retention

const expired = (entries: readonly FeedEntry[], now: number): number => countWhile(entries, (entry) => isExpired(entry, now))

export const feedEntries = defineRecord({
  name: 'feedEntry',
  numbered: true,
  key: ({ sequenceNumber }: FeedEntry) => sequenceNumber,
  open: openFeed,
})
