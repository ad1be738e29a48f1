/** The shelves of a world: everything in it, apart from what its head says. */

import type { Deleted } from '../areas/events/records/subscription.ts'
import type { FeedEntry } from '../areas/notifications/records/feed.ts'
import { documentOf } from '../knobs/scenarios/rules.ts'
import { type Agenda, type Booking, bookingId } from '../state/agenda.ts'
import type { EnvironmentData } from '../state/environment.ts'
import type { WorldData } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import { observeMap } from './observed.ts'
import type { ShelfMaker } from './shelf.ts'
import { spentSince, wholeAllowance } from './spending.ts'

/** Looks at what cannot be observed. Called before changes are taken. */
export type Look = () => void

export function worldShelves({ ofMap, ofSet, ofMaps }: ShelfMaker, data: WorldData, agenda: Agenda): Look {
  const { contacts, scenarios, callers, clients, outbox, clock } = data
  ofMap('contact', contacts.records)
  ofSet('removedContact', contacts.removed)
  ofMap('formerContact', contacts.former, (versions, number) => ({ number, versions }))
  // Without a limit of its own, a caller has null.
  ofMap('caller', callers, (limits, caller) => ({ caller, limits }))
  ofMap('client', clients, (client, id) => ({ id, client }))
  ofMap('message', outbox.records)
  ofMap('defect', clock.agenda.defects)
  ofMap('count', scenarios.counts, ({ calls }, scenario) => ({ scenario, calls: Array.from(calls, (count) => count ?? 0) }))
  ofMaps(
    'countApart',
    scenarios.counts,
    ({ apart }) => apart,
    (count, scenario, name) => ({ scenario, name, count }),
  )
  ofMap('asked', scenarios.asked, ({ since, calls }, name) => ({ name, since, calls: Array.from(calls, (count) => count ?? 0) }))
  const defined = new Map(scenarios.defined)
  ofMap('scenario', defined, (scenario, name) => ({ name, document: documentOf(scenario) }))
  const booked = new Map(agenda.list().map((booking) => [bookingId(booking), booking]))
  ofMap('booking', booked, written)
  agenda.follow((booking, what) => {
    const id = bookingId(booking)
    if (what === 'added') booked.set(id, booking)
    // A job that was put off has booked itself again, under the same id.
    else if (booked.get(id) === booking) booked.delete(id)
  })
  let seen = scenarios.defined
  return () => {
    if (scenarios.defined === seen) return
    seen = scenarios.defined
    defined.clear()
    for (const [name, scenario] of seen) defined.set(name, scenario)
  }
}

const written = ({ at, cause, nth, job, environment, data, again }: Booking) => ({ at, cause, nth, job, environment, data, again })

export function environmentShelves({ ofMap, ofSet, ofMaps }: ShelfMaker, data: EnvironmentData): Look {
  ofMap('order', data.orders)
  ofMap('shipment', data.shipments)
  ofMap('fileTransfer', data.fileTransfers)
  ofMap('resumableUpload', data.resumableUploads, (uploads) => [...uploads.values()])
  ofMap('resource', data.resources)
  ofSet('removedResource', data.removedResources)
  ofMap('serviceOwner', data.serviceOwners, (owner, orgNo) => ({ orgNo, ...owner }))
  ofMap('usedGrant', data.usedGrants, (expires, digest) => ({ digest, expires }))
  ofMap('event', data.published.records)
  ofMap('subscription', data.subscriptions.records)
  ofMap('delivery', data.deliveries)
  ofMaps('allowance', data.allowances, (callers) => callers, wholeAllowance, spentSince())
  const feed = new Map<string, Map<number, FeedEntry>>()
  const look = (owner: string, entries: readonly FeedEntry[]) =>
    catchUp(
      getOrCreate(feed, owner, () => new Map()),
      entries,
      ({ sequenceNumber }) => sequenceNumber,
    )
  for (const [owner, entries] of data.feed.entries) look(owner, entries)
  ofMaps(
    'feedEntry',
    feed,
    (entries) => entries,
    (entry, owner) => ({ owner, entry }),
  )
  observeMap(data.feed.entries, { put: look, removed: (owner) => void feed.delete(owner) })

  const deleted = new Map<number, Deleted>()
  const lookAtDeleted = () => catchUp(deleted, data.subscriptions.deleted, ({ subscription }) => subscription.id)
  lookAtDeleted()
  ofMap('deletedSubscription', deleted)
  return lookAtDeleted
}

/** Does to a map what was done to a list: it grows at its end, and shrinks at its beginning. */
function catchUp<T>(map: Map<number, T>, list: readonly T[], keyOf: (item: T) => number): void {
  const first = list[0] && keyOf(list[0])
  for (const key of map.keys()) {
    if (key === first) break
    map.delete(key)
  }
  let from = list.length
  while (from > 0 && !map.has(keyOf(list[from - 1] as T))) from--
  for (const item of list.slice(from)) map.set(keyOf(item), item)
}
