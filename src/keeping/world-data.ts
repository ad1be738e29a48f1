/** The data of a world from the records that a folder kept of it. */

import type { FeedEntry } from '../areas/notifications/records/feed.ts'
import type { EnvironmentDocument } from '../control-replies/snapshot/document.ts'
import { readWorld, type WorldDocument } from '../knobs/snapshot/world.ts'
import { environmentNames } from '../state/agenda.ts'
import type { WorldData } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import type { Folded } from './folded.ts'
import { type Head, timeOf } from './head.ts'
import type { Kind } from './kinds.ts'
import { allowanceOf } from './spending.ts'

/** The world as a snapshot has it, without the bytes of its files. `now`: of the machine. The log has checksums, so that its records are trusted. */
export function documentOf(folded: Folded, now: number): WorldDocument {
  const list = listsOf(folded)
  const [head] = list('world') as [Head]
  const { name, seed, created, dialect, calls, tokens, interventions, outbox, active, latest, clock } = head
  const apart = Map.groupBy(list('countApart') as { scenario: string; name: string; count: number }[], ({ scenario }) => scenario)
  const counts = (list('count') as { scenario: string; calls: number[] }[]).map((each) => ({
    ...each,
    apart: (apart.get(each.scenario) ?? []).map(({ name: counted, count }) => ({ name: counted, count })),
  }))
  const environments = environmentNames.flatMap((each) => (latest[each] ? [[each, environmentOf(folded, each, latest[each])]] : []))
  return {
    world: name,
    seed,
    created,
    dialect,
    calls,
    tokens,
    interventions,
    clock: { mode: clock.mode, speed: clock.speed, time: timeOf(clock, now), bookings: list('booking'), defects: list('defect') },
    scenarios: { active, defined: list('scenario'), counts, asked: list('asked') },
    contacts: { changed: list('contact'), removed: list('removedContact'), former: list('formerContact') },
    callers: list('caller'),
    clients: list('client'),
    outbox: { ...outbox, messages: list('message') },
    environments: Object.fromEntries(environments),
  } as unknown as WorldDocument
}

export const worldDataOf = (document: WorldDocument): WorldData => readWorld(document.world, document)

const listsOf =
  (folded: Folded, environment = '') =>
  (kind: Kind): unknown[] => [...(folded.get(environment + kind)?.values() ?? [])]

function environmentOf(folded: Folded, name: string, latest: NonNullable<Head['latest']['test']>): EnvironmentDocument {
  const list = listsOf(folded, `${name}.`)
  return {
    orders: list('order'),
    shipments: list('shipment'),
    feed: feedOf(list('feedEntry') as { owner: string; entry: FeedEntry }[], latest.feed),
    fileTransfers: list('fileTransfer'),
    resumableUploads: list('resumableUpload').flat(),
    resources: list('resource'),
    removedResources: list('removedResource'),
    serviceOwners: list('serviceOwner'),
    allowances: list('allowance').map(allowanceOf),
    usedGrants: list('usedGrant'),
    published: { latest: latest.event, events: list('event') },
    subscriptions: { latest: latest.subscription, subscriptions: list('subscription'), deleted: list('deletedSubscription') },
    deliveries: list('delivery'),
  } as EnvironmentDocument
}

function feedOf(kept: readonly { owner: string; entry: FeedEntry }[], latest: number) {
  const all = new Map<number, FeedEntry>()
  const owners = new Map<string, number[]>()
  for (const { owner, entry } of kept) {
    all.set(entry.sequenceNumber, entry)
    getOrCreate(owners, owner, (): number[] => []).push(entry.sequenceNumber)
  }
  return {
    latest,
    entries: [...all.values()].sort((one, other) => one.sequenceNumber - other.sequenceNumber),
    owners: Array.from(owners, ([owner, sequenceNumbers]) => ({ owner, sequenceNumbers })),
  }
}
