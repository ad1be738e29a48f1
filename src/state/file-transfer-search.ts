/** Finds an organization's file transfers without looking at anyone else's. Source: file-transfer §4.3. */
import type { Search } from '../wire/search-query.ts'
import { type Environment, partyKey } from './environment.ts'
import { current, type FileTransfer } from './file-transfer.ts'

const most = 100

/** Ids, at most a hundred: the newest first, or the oldest. `party` in the form `0192:NNNNNNNNN`. */
export function findFileTransfers({ fileTransfers }: Environment, party: string, search: Search): string[] {
  const own = fileTransfers.under('party', partyKey(search.resourceId, party))
  const found = search.status === undefined ? byCreation(own, party, search) : byStatus(own, party, search)
  return found.map(({ id }) => id)
}

/** They lie in the order of their creation, so that nobody looks further than the last that is wanted. */
function byCreation(own: readonly FileTransfer[], party: string, search: Search): FileTransfer[] {
  const { orderAscending, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = search
  const found: FileTransfer[] = []
  for (let nth = 0; nth < own.length && found.length < most; nth++) {
    const transfer = own[orderAscending ? nth : own.length - 1 - nth] as FileTransfer
    if (orderAscending ? transfer.created > to : transfer.created < from) break
    if (inTime(transfer.created, search) && fits(transfer, party, search)) found.push(transfer)
  }
  return found
}

/** By the time at which each entered the status; those of one instant by their creation. */
function byStatus(own: readonly FileTransfer[], party: string, search: Search): FileTransfer[] {
  const at = (transfer: FileTransfer) => current(transfer).at
  const found = own
    .filter((transfer) => current(transfer).status === search.status && inTime(at(transfer), search) && fits(transfer, party, search))
    .sort((one, other) => at(one) - at(other))
  return search.orderAscending ? found.slice(0, most) : found.slice(-most).reverse()
}

/** Two ends belong to the time between them, one alone does not. */
function inTime(at: number, { from, to }: Search): boolean {
  if (from !== undefined && to !== undefined) return from <= at && at <= to
  return (from === undefined || at > from) && (to === undefined || at < to)
}

function fits(transfer: FileTransfer, party: string, { role, recipientStatus }: Search): boolean {
  if (recipientStatus !== undefined)
    return transfer.recipientMoves.findLast(({ recipient }) => recipient === party)?.status === recipientStatus
  if (role === undefined) return true
  return role === 'Sender' ? transfer.sender === party : transfer.recipients.includes(party)
}
