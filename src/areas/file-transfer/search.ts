/** Searches the file transfers of the caller on a resource. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { iso6523 } from '../../wire/values/identifiers.ts'
import { demandStorable } from '../../wire/values/storable.ts'
import type { Environment } from '../../world/environment.ts'
import { type Compare, downward, type Ordered, upward } from '../../world/ordered.ts'
import { defineOperation } from '../operation.ts'
import { demandRegistered } from '../resources/records/service-owner.ts'
import { resourceFor } from './access.ts'
import type { RecipientStatus } from './records/file-transfer.ts'
import { byCreation, byEntry, fileTransfers, listOf, type PartyStatus, type Slot } from './records/file-transfer-index.ts'
import { readSearch, type Search, searchQuery, searchReply } from './rules/search.ts'
import { recipientStatuses } from './wire.ts'

export const search = defineOperation({
  id: 'fileTransfer.search',
  method: 'GET',
  path: '/broker/api/v1/filetransfer',
  summary: 'Search files the caller may access, by filters',
  access: scope(scopes.brokerRead, scopes.brokerWrite),
  limit: 'fileTransfer.search',
  dependsOn: ['authorization', 'database'],
  request: { query: searchQuery },
  replies: { 200: reply.json(searchReply) },
  refusals: ['BRO-00006', 'BRO-00005', 'unmappable'],
  about: ({ query }) => ({ resource: query.resourceId }),
  example: {
    given: 'a published file transfer exists',
    as: { orgNo: '370916446', scope: scopes.brokerRead },
    input: () => ({ query: { resourceId: 'standin-plain', status: 'Published' } }),
  },

  handle({ query }, context) {
    const wanted = readSearch(query)
    demandStorable({ resourceId: [wanted.resourceId] })
    demandRegistered(resourceFor(context, wanted.resourceId))
    return context.reply(200, findFileTransfers(context.environment, iso6523(context.caller.orgNo ?? ''), wanted))
  },
})

const most = 100

/** At most 100 ids, newest or oldest first. `party` is written `0192:NNNNNNNNN`. */
export function findFileTransfers({ of }: Pick<Environment, 'of'>, party: string, search: Search): string[] {
  const { resourceId, status, orderAscending } = search
  const { index } = of(fileTransfers)
  const rising = status === undefined ? byCreation : byEntry
  const timeOf = (slot: Slot) => (status === undefined ? slot.transfer.created : slot.entered)
  const place = (slot: Slot) => placeOf(timeOf(slot), search)
  const sources = partsOf(search).map((part) => within(listOf(index, resourceId, party, part, status), place, orderAscending))
  const found = new Set<string>()
  for (const { transfer } of merged(sources, orderAscending ? rising : (one, other) => rising(other, one))) {
    // An organization that sends to itself has two parts in one transfer.
    found.add(transfer.id)
    if (found.size === most) break
  }
  return [...found]
}

const received = Object.keys(recipientStatuses) as RecipientStatus[]

function partsOf({ role, recipientStatus }: Search): readonly PartyStatus[] {
  if (recipientStatus !== undefined) return [recipientStatus]
  if (role === undefined) return ['Sender', ...received]
  return role === 'Sender' ? ['Sender'] : received
}

type TimeRelation = 'before' | 'within' | 'after'

/** With both ends given, the ends count as within; with one end, it does not. */
function placeOf(at: number, { from, to }: Search): TimeRelation {
  const both = from !== undefined && to !== undefined
  if (from !== undefined && (both ? at < from : at <= from)) return 'before'
  return to !== undefined && (both ? at > to : at >= to) ? 'after' : 'within'
}

/** The slots within the time that the search asks for. */
function* within(list: Ordered<Slot>, place: (slot: Slot) => TimeRelation, ascending: boolean): Generator<Slot, undefined> {
  const slots = ascending ? upward(list, (slot) => place(slot) === 'before') : downward(list, (slot) => place(slot) !== 'after')
  for (const slot of slots) {
    if (place(slot) !== 'within') return
    yield slot
  }
}

/** Merges sorted lists into one. */
function* merged(sources: readonly Iterator<Slot, undefined>[], order: Compare<Slot>): Generator<Slot> {
  const heads = sources.map((source) => source.next().value)
  for (;;) {
    const first = heads.reduce((best, head, at) => (head && (best < 0 || order(head, heads[best] as Slot) < 0) ? at : best), -1)
    const slot = heads[first]
    if (!slot) return
    yield slot
    heads[first] = sources[first]?.next().value
  }
}
