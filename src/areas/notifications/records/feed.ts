/** The feed: shipments that reached a final status, in that order. */

import { countWhile } from '../../../state/ordered.ts'
import { getOrCreate } from '../../../wire/get-or-create.ts'
import { type Owner, ownerKeys } from './owner.ts'
import type { EntryStatus, Shipment } from './shipment.ts'

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
  /** The highest sequence number given, over all owners. */
  latest: number
  /** By key of the owner, oldest first. The lists of one owner share their entries. */
  readonly entries: Map<string, FeedEntry[]>
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

export const createFeed = (): Feed => ({ latest: 0, entries: new Map() })

/** Adds the entry of a shipment that has just ended. */
export function addToFeed(feed: Feed, shipment: Shipment, at: number): void {
  const owners = ownerKeys(shipment)
  const made = Math.max(at, ...owners.map((key) => feed.entries.get(key)?.at(-1)?.made ?? at))
  const entry: FeedEntry = {
    sequenceNumber: ++feed.latest,
    made,
    shipmentId: shipment.id,
    sendersReference: shipment.sendersReference,
    shipmentType: shipment.type,
    status: shipment.status,
    lastUpdate: shipment.lastUpdate,
    recipients: shipment.entries.map(({ destination, status, lastUpdate }) => ({ destination, status, lastUpdate })),
  }
  for (const key of owners) {
    const entries = getOrCreate(feed.entries, key, (): FeedEntry[] => [])
    const old = expired(entries, made)
    // Not every time, so that the cost of an entry does not grow with their number.
    if (old * 2 > entries.length) entries.splice(0, old)
    entries.push(entry)
    // What is kept in a folder learns of the entry here.
    feed.entries.set(key, entries)
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
  const entries = feed.entries.get(key) ?? []
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

/** How many entries the last cleaning removed. It runs every night at midnight UTC. Sources: notifications §10.1, assumed: the hour. */
function expired(entries: readonly FeedEntry[], now: number): number {
  const cleaned = Math.floor(now / day) * day
  return countWhile(entries, ({ made }) => made < cleaned - retention)
}
