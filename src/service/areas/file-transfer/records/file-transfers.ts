/** An environment's file transfers, indexed by party in search order. Source: file-transfer §4.3. */

import { organizationNumber, readGuid } from '../../../wire/identifiers.ts'
import type { About } from '../../../wire/row.ts'
import type { Environment, Table } from '../../../world/records.ts'
import { add, type Compare, defineRecord, type Ordered, remove } from '../../../world/records.ts'
import type { FileTransfer, FileTransferMove, FileTransferStatus, RecipientStatus } from './transfer.ts'

/** An indexed file transfer. Times are milliseconds of world time since 1970. */
export interface Slot {
  readonly transfer: FileTransfer
  /** Creation order, even among transfers created at the same time. */
  readonly nth: number
  status: FileTransferStatus
  /** When the transfer entered its current status. */
  entered: number
  /** The latest status of every recipient that has started a download. */
  latest: Map<string, RecipientStatus> | undefined
}

/** An organization's role in a transfer: sender, or recipient with its latest status. */
export type PartyStatus = 'Sender' | RecipientStatus

/** For each party, role and resource: all transfers in creation order, and the transfers in each status in the order they entered it. */
export interface TransferIndex {
  made: number
  /** Keyed by transfer id. */
  readonly slots: Map<string, Slot>
  readonly lists: Map<string, Ordered<Slot>>
}

export interface Transfers extends Table<FileTransfer> {
  readonly index: TransferIndex
}

export function createTransferIndex(transfers: Iterable<FileTransfer> = []): TransferIndex {
  const index: TransferIndex = { made: 0, slots: new Map(), lists: new Map() }
  for (const transfer of transfers) enlist(index, transfer)
  return index
}

export function storeFileTransfer(transfers: Transfers, transfer: FileTransfer): void {
  transfers.insert(transfer)
  enlist(transfers.index, transfer)
}

export function removeFileTransfer(transfers: Transfers, transfer: FileTransfer): void {
  const { index } = transfers
  transfers.remove(transfer)
  const slot = slotOf(index, transfer)
  forParts(slot, (party, part) => take(index, slot, party, part))
  index.slots.delete(transfer.id)
}

export const byCreation: Compare<Slot> = (one, other) => one.transfer.created - other.transfer.created || one.nth - other.nth
export const byEntry: Compare<Slot> = (one, other) => one.entered - other.entered || one.nth - other.nth

/** Returns the key of a list in the index. The resource comes last, because its name can contain spaces. */
const keyOf = (party: string, part: PartyStatus, status: FileTransferStatus | '', resourceId: string) =>
  `${party} ${part} ${status} ${resourceId}`

/**
 * Returns the transfers in which a party has a role, in creation order. With `status`, returns only the transfers in that status, in the
 * order they entered it.
 */
export const listOf = (
  index: TransferIndex,
  resourceId: string,
  party: string,
  part: PartyStatus,
  status?: FileTransferStatus,
): Ordered<Slot> => index.lists.get(keyOf(party, part, status ?? '', resourceId)) ?? []

function slotOf({ slots }: TransferIndex, { id }: FileTransfer): Slot {
  const slot = slots.get(id)
  if (!slot) throw new Error(`The file transfer ${id} is not stored.`)
  return slot
}

function enlist(index: TransferIndex, transfer: FileTransfer): void {
  const { status, at } = transfer.moves.at(-1) ?? transfer.moves[0]
  const begun = transfer.recipientMoves.filter((move) => move.status !== 'Initialized')
  const latest = begun.length > 0 ? new Map(begun.map((move) => [move.recipient, move.status])) : undefined
  const slot: Slot = { transfer, nth: index.made++, status, entered: at, latest }
  index.slots.set(transfer.id, slot)
  forParts(slot, (party, part) => put(index, slot, party, part))
}

/** Throws if the transfer is not in the index, which would be a bug in Standin. */
export function relist(index: TransferIndex, transfer: FileTransfer, { status, at }: FileTransferMove): void {
  const slot = slotOf(index, transfer)
  forParts(slot, (party, part) => takeFrom(index, slot, keyOf(party, part, slot.status, transfer.resourceId), byEntry))
  slot.status = status
  slot.entered = at
  forParts(slot, (party, part) => putInto(index, slot, keyOf(party, part, status, transfer.resourceId), byEntry))
}

export function relistRecipient(index: TransferIndex, transfer: FileTransfer, recipient: string, status: RecipientStatus): void {
  const slot = slotOf(index, transfer)
  const before = slot.latest?.get(recipient) ?? 'Initialized'
  if (before === status) return
  take(index, slot, recipient, before)
  slot.latest ??= new Map()
  slot.latest.set(recipient, status)
  put(index, slot, recipient, status)
}

function forParts({ transfer, latest }: Slot, visit: (party: string, part: PartyStatus) => void): void {
  // The sender is indexed as written in the request, because searches find only senders written with `0192:`. Source: file-transfer §4.4.
  visit(transfer.sender, 'Sender')
  for (const recipient of transfer.recipients) visit(recipient, latest?.get(recipient) ?? 'Initialized')
}

function put(index: TransferIndex, slot: Slot, party: string, part: PartyStatus): void {
  const { resourceId } = slot.transfer
  putInto(index, slot, keyOf(party, part, '', resourceId), byCreation)
  putInto(index, slot, keyOf(party, part, slot.status, resourceId), byEntry)
}

function take(index: TransferIndex, slot: Slot, party: string, part: PartyStatus): void {
  const { resourceId } = slot.transfer
  takeFrom(index, slot, keyOf(party, part, '', resourceId), byCreation)
  takeFrom(index, slot, keyOf(party, part, slot.status, resourceId), byEntry)
}

function putInto({ lists }: TransferIndex, slot: Slot, key: string, compare: Compare<Slot>): void {
  const list = lists.get(key)
  if (list) add(list, slot, compare)
  else lists.set(key, [[slot]])
}

function takeFrom({ lists }: TransferIndex, slot: Slot, key: string, compare: Compare<Slot>): void {
  const list = lists.get(key) ?? []
  remove(list, slot, compare)
  if (list.length === 0) lists.delete(key)
}

export const fileTransfers = defineRecord({
  name: 'fileTransfer',
  key: ({ id }: FileTransfer) => id,
  open: (table) => Object.assign(table, { index: createTransferIndex(table.values()) }),
})

export function aboutTransfer(id: string, environment: Environment): About {
  const transfer = environment.of(fileTransfers).get(readGuid(id) ?? id)
  if (!transfer) return { transfer: readGuid(id) ?? id }
  const { resourceId, recipients, sender } = transfer
  return { transfer: transfer.id, resource: resourceId, recipients, org: organizationNumber(sender) }
}
