/** Moves a file transfer and its recipients between statuses, and books the resulting events. Source: events §2. */
import { Refusal } from '../../../wire/refusal.ts'
import { appended } from '../../../wire/text.ts'
import type { Booking } from '../../../world/clock.ts'
import type { Environment, RecordsData } from '../../../world/records.ts'
import type { Act, BookingData, StepKinds } from '../../operation.ts'
import { demandStorage, findResource, mostScanned, serviceOwnerBehind } from '../../resources/records.ts'
import { fileTransfers, relist, relistRecipient } from './file-transfers.ts'
import {
  type Content,
  current,
  dropUploads,
  type FileTransfer,
  type FileTransferStatus,
  fileTransferLifecycle,
  type RecipientStatus,
} from './transfer.ts'

type Moving = Announcing & Pick<Act, 'environment'>

/** `text` overrides the status's default text. */
export type Move = (act: Moving, transfer: FileTransfer, status: FileTransferStatus, text?: string) => void

/** Changes a transfer's status and books the resulting events. */
export const moveFileTransfer: Move = (act, transfer, status, text) => {
  moveSilently(act, transfer, status, text)
  announceMove(act, transfer, status)
}

/** Changes a transfer's status without any events. Source: events §2. */
export const moveSilently: Move = ({ environment, now }, transfer, status, text) => {
  fileTransferLifecycle.demand(current(transfer).status, status)
  const at = now()
  const move = text === undefined ? { status, at } : { status, at, text }
  transfer.moves = appended(transfer.moves, [move])
  const transfers = environment.of(fileTransfers)
  transfers.changed(transfer)
  relist(transfers.index, transfer, move)
}

/** Recipients have no lifecycle: a status can be recorded twice, and a lower status can follow a higher one. */
export function recordRecipientStatus(act: Moving, transfer: FileTransfer, recipient: string, status: RecipientStatus): void {
  transfer.recipientMoves.push({ recipient, status, at: act.now() })
  const transfers = act.environment.of(fileTransfers)
  transfers.changed(transfer)
  relistRecipient(transfers.index, transfer, recipient, status)
  if (status === 'DownloadConfirmed') announceConfirmed(act, transfer, recipient)
}

type Announcing = Pick<Act, 'now' | 'book'>

type Publishing = BookingData['events.publish']
type EventName = Publishing['name']

function announce({ book }: Announcing, transfer: FileTransfer, name: EventName, role: Publishing['role'], actor: string): void {
  book('events.publish', { fileTransferId: transfer.id, name, role, actor, ...eventFacts(transfer) })
}

/** Returns the transfer data that events need. */
const eventFacts = ({ resourceId, sender, base }: FileTransfer): Pick<Publishing, 'resourceId' | 'sender' | 'base'> => ({
  resourceId,
  sender,
  ...(base !== undefined && { base }),
})

/** Adds transfer data to an event booked by an earlier version. `records`: all records in the booking's environment. */
export function withEventFacts<B extends Pick<Booking, 'job' | 'data'>>(booking: B, records: RecordsData | undefined): B {
  const data = booking.data as Publishing
  if (booking.job !== 'events.publish' || data.resourceId !== undefined) return booking
  const transfer = records?.tables[fileTransfers.name]?.get(data.fileTransferId) as FileTransfer | undefined
  return transfer ? { ...booking, data: { ...data, ...eventFacts(transfer) } } : booking
}

const toSender = (act: Announcing, transfer: FileTransfer, name: EventName) => announce(act, transfer, name, 'Sender', transfer.sender)

type Announce = (act: Announcing, transfer: FileTransfer) => void

/** The events for each status, in publication order. */
const announcementsOf: Partial<Record<FileTransferStatus, Announce>> = {
  UploadProcessing: (act, transfer) => toSender(act, transfer, 'uploadprocessing'),
  Published(act, transfer) {
    toSender(act, transfer, 'published')
    for (const recipient of transfer.recipients) announce(act, transfer, 'published', 'Recipient', recipient)
  },
  AllConfirmedDownloaded: (act, transfer) => toSender(act, transfer, 'allconfirmeddownloaded'),
  Failed: (act, transfer) => toSender(act, transfer, 'uploadfailed'),
  Purged(act, transfer) {
    toSender(act, transfer, 'filepurged')
    announceUnconfirmed(act, transfer)
  },
}

const announceMove = (act: Announcing, transfer: FileTransfer, status: FileTransferStatus): void => announcementsOf[status]?.(act, transfer)

export const announceInitialized = (act: Announcing, transfer: FileTransfer): void => toSender(act, transfer, 'filetransferinitialized')

function announceConfirmed(act: Announcing, transfer: FileTransfer, recipient: string): void {
  announce(act, transfer, 'downloadconfirmed', 'Recipient', recipient)
  toSender(act, transfer, 'downloadconfirmed')
}

/** Notifies all recipients that have not confirmed the file. Makes a single pass, because a transfer can have any number of recipients. */
export function announceUnconfirmed(act: Announcing, transfer: FileTransfer): void {
  const confirmed = new Set(transfer.recipientMoves.flatMap((move) => (move.status === 'DownloadConfirmed' ? [move.recipient] : [])))
  const others = transfer.recipients.filter((recipient) => !confirmed.has(recipient))
  for (const recipient of others) announce(act, transfer, 'fileneverconfirmeddownloaded', 'Recipient', recipient)
  if (others.length > 0) toSender(act, transfer, 'fileneverconfirmeddownloaded')
}

/** Refuses with BRO-00004 if the status allows no upload, and in the same cases as {@link demandRoom}. */
export function demandUploadable(
  act: Pick<Act<'storage'>, 'environment' | 'reach' | 'world'>,
  transfer: FileTransfer,
  length: number | undefined,
): void {
  const { status } = current(transfer)
  if (!fileTransferLifecycle.can(status, 'UploadStarted'))
    throw new Refusal('BRO-00004', { reason: `the file transfer's status is ${status}, which does not allow uploads` })
  demandRoom(act, transfer, length)
}

/** Refuses with BRO-00005, BRO-00002, BRO-00021 or BRO-00016. Ignores the transfer's status. An unknown length is never too long. */
export function demandRoom(
  { world, environment, reach }: Pick<Act<'storage'>, 'environment' | 'reach' | 'world'>,
  transfer: FileTransfer,
  length: number | undefined,
): void {
  demandStorage(serviceOwnerBehind({ world, environment }, transfer.resourceId))
  reach('storage')
  const { maxFileTransferSize = Number.POSITIVE_INFINITY } = findResource(world, environment, transfer.resourceId) ?? {}
  const most = transfer.virusScan ? Math.min(mostScanned, maxFileTransferSize) : maxFileTransferSize
  if (length !== undefined && length > most)
    throw new Refusal('BRO-00016', { reason: `the file has ${length} bytes; the limit for the resource ${transfer.resourceId} is ${most}` })
}

/** The status text if an upload fails because of an error in the service. */
export const uploadError = 'Error occurred while uploading fileTransfer'

/** An upload counts as stuck this many milliseconds after its start. */
const stuckAfter = 24 * 3_600_000

export function startUpload(act: Act, transfer: FileTransfer): void {
  moveFileTransfer(act, transfer, 'UploadStarted')
  transfer.uploads++
  act.book('fileTransfer.failStuckUpload', { fileTransferId: transfer.id, upload: transfer.uploads }, act.now() + stuckAfter)
}

/**
 * Call in the commit that changes the status to UploadProcessing. The file name and the circumstances determine the scan's result and when
 * the scan ends.
 */
export function bookScan(transfer: FileTransfer, upload: StepKinds['fileTransfer.scan'], { circumstances, book, now, stepEnd }: Act): void {
  const { result, after } = circumstances.scan(transfer)
  if (after === 'never') return
  const at = after === undefined ? stepEnd('fileTransfer.scan', now(), upload) : now() + after
  book('fileTransfer.scan', { fileTransferId: transfer.id, planned: result }, at)
}

/** Fails a transfer and removes its content. Does nothing if the current status does not allow that. */
export function failUpload(act: Act, transfer: FileTransfer, text: string, move: Move = moveFileTransfer): void {
  if (!fileTransferLifecycle.can(current(transfer).status, 'Failed')) return
  const { world, environment } = act
  move(act, transfer, 'Failed', text)
  if (transfer.content) world.blobs.remove(transfer.content.id)
  dropUploads(world, environment, transfer.id)
}

/** Returns the sender's checksum. Undefined if it is blank. */
export const senderChecksum = ({ expectedChecksum }: FileTransfer): string | undefined =>
  expectedChecksum === null || expectedChecksum.trim() === '' ? undefined : expectedChecksum

export function checksumDiffers(transfer: FileTransfer, { md5 }: Content): boolean {
  const expected = senderChecksum(transfer)
  return expected !== undefined && expected.toLowerCase() !== md5
}

export const checksumMismatch = 'Checksum mismatch'

/** Shows the computed checksum if the sender did not send one. */
export function showComputedChecksum({ of }: Pick<Environment, 'of'>, transfer: FileTransfer): void {
  if (!transfer.content || senderChecksum(transfer) !== undefined) return
  transfer.checksum = transfer.content.md5
  of(fileTransfers).changed(transfer)
}
