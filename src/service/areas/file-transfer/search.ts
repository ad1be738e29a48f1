/** Searches the caller's file transfers for a resource. Source: file-transfer §4.3. */
import { z } from 'zod'
import { iso6523 } from '../../wire/identifiers.ts'
import { demandStorable } from '../../wire/refusal.ts'
import { reply } from '../../wire/row.ts'
import { notBlank, readChoice, readFlag, trimBlanks } from '../../wire/text.ts'
import { readInstant } from '../../wire/timestamp.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { Environment } from '../../world/records.ts'
import { type Compare, downward, type Ordered, upward } from '../../world/records.ts'
import { callers, defineOperation } from '../operation.ts'
import { demandRegistered } from '../resources/records.ts'
import { byCreation, byEntry, fileTransfers, listOf, type PartyStatus, type Slot } from './records/file-transfers.ts'
import { resourceFor } from './records.ts'
import { type FileTransferStatus, type RecipientStatus, recipientStatusNames, statusNames } from './wire.ts'

export const searchRoles = ['Recipient', 'Sender'] as const
type SearchRole = (typeof searchRoles)[number]

const required = 'The resourceId field is required.'
const notValid = ({ input }: { readonly input?: unknown }) => `The value '${String(input)}' is not valid.`

/** An optional parameter that can be empty. */
const optionalText = (reads: (text: string) => unknown, error: (issue: { readonly input?: unknown }) => string = notValid) =>
  z
    .string()
    .refine((text) => trimBlanks(text) === '' || reads(text) !== undefined, { error })
    .optional()

const choice = (names: readonly string[]) => {
  const read = (text: string) => readChoice(names, text)
  const error = ({ input }: { readonly input?: unknown }) =>
    read(input as string) === undefined ? notValid({ input }) : `The value '${String(input)}' is invalid.`
  return optionalText((text) => (typeof read(text) === 'string' ? text : undefined), error).meta({ enum: [...names] })
}
const instant = optionalText(readInstant).meta({ format: 'date-time' })

/** Values remain strings; `readSearch` parses them. Source: file-transfer §4.3. */
export const searchQuery = z.object({
  resourceId: z.string({ error: required }).regex(notBlank, { error: required }),
  status: choice(statusNames),
  recipientStatus: choice(recipientStatusNames),
  from: instant,
  to: instant,
  orderAscending: optionalText(readFlag).meta({ type: 'boolean' }),
  role: choice(searchRoles),
})
type SearchQuery = z.output<typeof searchQuery>

export const searchReply = z.array(z.guid())

/** A parsed search. Times are milliseconds since 1970. */
export interface Search {
  readonly resourceId: string
  readonly status: FileTransferStatus | undefined
  readonly recipientStatus: RecipientStatus | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly orderAscending: boolean
  readonly role: SearchRole | undefined
}

const chosen = <T extends string>(names: readonly T[], text: string | undefined): T | undefined =>
  names.find((name) => name === readChoice(names, text ?? ''))

/** Parses a valid query. Empty parameters count as missing. */
export const readSearch = (query: SearchQuery): Search => ({
  resourceId: query.resourceId,
  status: chosen(statusNames, query.status),
  recipientStatus: chosen(recipientStatusNames, query.recipientStatus),
  from: readInstant(query.from ?? '')?.at,
  to: readInstant(query.to ?? '')?.at,
  orderAscending: readFlag(query.orderAscending ?? '') ?? false,
  role: chosen(searchRoles, query.role),
})

export const search = defineOperation({
  id: 'fileTransfer.search',
  method: 'GET',
  path: '/broker/api/v1/filetransfer',
  summary: 'Search the files that the caller may access, using filters',
  access: scope(scopes.brokerRead, scopes.brokerWrite),
  limit: 'fileTransfer.search',
  dependsOn: ['authorization', 'database'],
  request: { query: searchQuery },
  replies: { 200: reply.json(searchReply) },
  refusals: ['BRO-00006', 'BRO-00005', 'unmappable'],
  about: ({ query }) => ({ resource: query.resourceId }),
  example: {
    given: 'a published file transfer exists',
    as: callers.recipient,
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

/** Returns at most 100 ids, newest or oldest first. `party`: in the format `0192:NNNNNNNNN`. */
export function findFileTransfers({ of }: Pick<Environment, 'of'>, party: string, search: Search): string[] {
  const { resourceId, status, orderAscending } = search
  const { index } = of(fileTransfers)
  const rising = status === undefined ? byCreation : byEntry
  const timeOf = (slot: Slot) => (status === undefined ? slot.transfer.created : slot.entered)
  const relationOf = (slot: Slot) => placeOf(timeOf(slot), search)
  const sources = partsOf(search).map((part) => within(listOf(index, resourceId, party, part, status), relationOf, orderAscending))
  const ids = new Set<string>()
  for (const { transfer } of merged(sources, orderAscending ? rising : (one, other) => rising(other, one))) {
    // The set removes duplicates, because an organization that sends to itself has two roles in the transfer.
    ids.add(transfer.id)
    if (ids.size === most) break
  }
  return [...ids]
}

function partsOf({ role, recipientStatus }: Search): readonly PartyStatus[] {
  if (recipientStatus !== undefined) return [recipientStatus]
  if (role === undefined) return ['Sender', ...recipientStatusNames]
  return role === 'Sender' ? ['Sender'] : recipientStatusNames
}

type TimeRelation = 'before' | 'within' | 'after'

/** Compares a time with a search's bounds. The bounds are inclusive if both are given, and exclusive if only one of them is given. */
function placeOf(at: number, { from, to }: Search): TimeRelation {
  const both = from !== undefined && to !== undefined
  if (from !== undefined && (both ? at < from : at <= from)) return 'before'
  return to !== undefined && (both ? at > to : at >= to) ? 'after' : 'within'
}

function* within(list: Ordered<Slot>, relationOf: (slot: Slot) => TimeRelation, ascending: boolean): Generator<Slot, undefined> {
  const slots = ascending ? upward(list, (slot) => relationOf(slot) === 'before') : downward(list, (slot) => relationOf(slot) !== 'after')
  for (const slot of slots) {
    if (relationOf(slot) !== 'within') return
    yield slot
  }
}

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
