/** The feed: shipments in the order they reached a final status. */

import { getOrCreate } from '../../../wire/when-needed.ts'
import { countWhile, defineRecord, type Records, type RecordTable } from '../../../world/records.ts'
import { type Owner, ownerKeys, type Shipment, shipments } from '../records.ts'
import type { EntryStatus } from '../wire.ts'

/** A shipment at the time it reached its final status. Immutable. Times are milliseconds of world time since 1970. */
export interface FeedEntry {
  readonly sequenceNumber: number
  /** When the entry was created. Never before the previous entry. */
  readonly made: number
  readonly shipmentId: string
  readonly sendersReference: string | null
  readonly shipmentType: Shipment['type']
  readonly status: Shipment['status']
  readonly lastUpdate: number
  readonly recipients: readonly { readonly destination: string; readonly status: EntryStatus; readonly lastUpdate: number }[]
}

export interface Feed {
  readonly table: RecordTable<FeedEntry, number>
  /** Keyed by owner, oldest first. Lists for the same owner contain the same entry objects. */
  readonly byOwner: Map<string, FeedEntry[]>
}

export interface FeedWish {
  /** Selects entries after this sequence number or, in descending order, before it. 0 selects all. */
  readonly seq: number
  readonly pageSize: number
  readonly descending: boolean
}

const day = 86_400_000
/** Source: notifications §9.3. */
const retention = 90 * day

/** Entries belong to their shipment's owners. */
function openFeed(table: RecordTable<FeedEntry, number>, { of }: Records): Feed {
  const feed: Feed = { table, byOwner: new Map() }
  for (const entry of table.values()) {
    const shipment = of(shipments).get(entry.shipmentId)
    if (shipment) list(feed, ownerKeys(shipment), entry)
  }
  return feed
}

/** Adds an entry for a shipment that has just reached a final status. */
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
    // Old entries are removed in batches, so that the average cost per entry does not depend on the number of entries.
    if (old * 2 > entries.length) entries.splice(0, old)
    entries.push(entry)
  }
}

/** Returns a page of an owner's entries. `shownFrom` returns when an entry becomes visible. Source: notifications §9.1. */
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

/** True if the last cleanup removed the entry. Cleanup runs daily at midnight UTC. Sources: notifications §10.1, assumed: the hour. */
const isExpired = ({ made }: FeedEntry, now: number): boolean => made < Math.floor(now / day) * day - retention

const expired = (entries: readonly FeedEntry[], now: number): number => countWhile(entries, (entry) => isExpired(entry, now))

export const feedEntries = defineRecord({
  name: 'feedEntry',
  numbered: true,
  key: ({ sequenceNumber }: FeedEntry) => sequenceNumber,
  open: openFeed,
})
