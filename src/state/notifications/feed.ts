/** The feed: what became of shipments, in the order in which it did. */
import { getOrCreate } from '../../wire/get-or-create.ts'
import { countWhile } from '../ordered.ts'
import type { EntryStatus, Shipment } from './shipment.ts'

/** What a shipment looked like when it ended. Never changes. Times are world milliseconds since 1970. */
export interface FeedEntry {
  readonly sequenceNumber: number
  /** When the entry was made: never before the one that precedes it. */
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
  /** The highest number given, whoever's entry has it. */
  latest: number
  /** By creator, oldest first. */
  readonly entries: Map<string, FeedEntry[]>
}

/** Which entries are asked for. */
export interface FeedWish {
  /** The entry after which to begin, or in descending order before which, unless it is 0. */
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
  const entries = getOrCreate(feed.entries, shipment.creator, () => [])
  const made = Math.max(at, entries.at(-1)?.made ?? at)
  const old = expired(entries, made)
  // Only now and then, so that an entry costs the same however many there are.
  if (old * 2 > entries.length) entries.splice(0, old)
  entries.push({
    sequenceNumber: ++feed.latest,
    made,
    shipmentId: shipment.id,
    sendersReference: shipment.sendersReference,
    shipmentType: shipment.type,
    status: shipment.status,
    lastUpdate: shipment.lastUpdate,
    recipients: shipment.entries.map(({ destination, status, lastUpdate }) => ({ destination, status, lastUpdate })),
  })
}

/** A page of a creator's entries; `shownFrom` says from when on an entry made at an instant is shown. Source: notifications §9.1. */
export function readFeed(feed: Feed, creator: string, wish: FeedWish, now: number, shownFrom: (made: number) => number): FeedEntry[] {
  const { seq, pageSize, descending } = wish
  const entries = feed.entries.get(creator) ?? []
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

/** Those that the last cleaning took: every night, which for the service begins at midnight UTC. Sources: notifications §10.1, assumed: the hour. */
function expired(entries: readonly FeedEntry[], now: number): number {
  const cleaned = Math.floor(now / day) * day
  return countWhile(entries, ({ made }) => made < cleaned - retention)
}
