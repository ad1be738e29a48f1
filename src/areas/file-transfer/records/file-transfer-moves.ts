/** Moves a file transfer and its recipients from status to status, and books the events that this publishes. Source: events §2. */

import { appended } from '../../../wire/excerpt.ts'
import type { Act } from '../../../world/act.ts'
import type { EventName, EventRole } from '../../events/rules/cloud-event.ts'
import { current, type FileTransfer, type FileTransferStatus, fileTransferLifecycle, type RecipientStatus } from './file-transfer.ts'
import { fileTransfers, relist, relistRecipient } from './file-transfer-index.ts'

type Moving = Announcing & Pick<Act, 'environment'>

/** `text` replaces the status's own text. */
export type Move = (act: Moving, transfer: FileTransfer, status: FileTransferStatus, text?: string) => void

/** Moves a transfer, and books the events of the move. */
export const moveFileTransfer: Move = (act, transfer, status, text) => {
  moveSilently(act, transfer, status, text)
  announceMove(act, transfer, status)
}

/** For the moves that publish no event. Source: events §2. */
export const moveSilently: Move = ({ environment, now }, transfer, status, text) => {
  fileTransferLifecycle.demand(current(transfer).status, status)
  const at = now()
  const move = text === undefined ? { status, at } : { status, at, text }
  transfer.moves = appended(transfer.moves, [move])
  const transfers = environment.of(fileTransfers)
  transfers.changed(transfer)
  relist(transfers.index, transfer, move)
}

/** Recipients have no lifecycle: a status may be noted again, and a lower one after a higher one. */
export function noteRecipient(act: Moving, transfer: FileTransfer, recipient: string, status: RecipientStatus): void {
  transfer.recipientMoves.push({ recipient, status, at: act.now() })
  const transfers = act.environment.of(fileTransfers)
  transfers.changed(transfer)
  relistRecipient(transfers.index, transfer, recipient, status)
  if (status === 'DownloadConfirmed') announceConfirmed(act, transfer, recipient)
}

type Announcing = Pick<Act, 'now' | 'book'>

function announce({ book }: Announcing, transfer: FileTransfer, name: EventName, role: EventRole, actor: string): void {
  book('events.publish', { fileTransferId: transfer.id, name, role, actor })
}

const toSender = (act: Announcing, transfer: FileTransfer, name: EventName) => announce(act, transfer, name, 'Sender', transfer.sender)

type Announce = (act: Announcing, transfer: FileTransfer) => void

/** The events of each status, in the order in which they are published. */
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

/** Tells everyone who did not confirm the file that it is gone. In one pass, because a transfer may have any number of recipients. */
export function announceUnconfirmed(act: Announcing, transfer: FileTransfer): void {
  const confirmed = new Set(transfer.recipientMoves.flatMap((move) => (move.status === 'DownloadConfirmed' ? [move.recipient] : [])))
  const others = transfer.recipients.filter((recipient) => !confirmed.has(recipient))
  for (const recipient of others) announce(act, transfer, 'fileneverconfirmeddownloaded', 'Recipient', recipient)
  if (others.length > 0) toSender(act, transfer, 'fileneverconfirmeddownloaded')
}
