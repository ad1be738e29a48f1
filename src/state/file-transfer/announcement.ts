/** What a change says to the world: the events that are to be published once the change is made. Source: events §2. */
import type { EventName, EventRole } from '../../wire/events/cloud-event.ts'
import type { Announcement } from '../bookings.ts'
import type { FileTransfer, FileTransferStatus } from './file-transfer.ts'

/** A transfer knows where to announce as soon as it is stored: whoever moves it cannot forget to say so. */
const boards = new WeakMap<FileTransfer, Announcement[]>()
export const announceOn = (board: Announcement[], transfer: FileTransfer): unknown => boards.set(transfer, board)

function announce(transfer: FileTransfer, name: EventName, role: EventRole, actor: string): void {
  boards.get(transfer)?.push({ fileTransferId: transfer.id, name, role, actor })
}

const toSender = (transfer: FileTransfer, name: EventName) => announce(transfer, name, 'Sender', transfer.sender)

type Telling = (transfer: FileTransfer) => void

/** What comes of reaching a status, in the order in which it is told. */
const announcementsOf: Partial<Record<FileTransferStatus, Telling>> = {
  UploadProcessing: (transfer) => toSender(transfer, 'uploadprocessing'),
  Published(transfer) {
    toSender(transfer, 'published')
    for (const recipient of transfer.recipients) announce(transfer, 'published', 'Recipient', recipient)
  },
  AllConfirmedDownloaded: (transfer) => toSender(transfer, 'allconfirmeddownloaded'),
  Failed: (transfer) => toSender(transfer, 'uploadfailed'),
  Purged(transfer) {
    toSender(transfer, 'filepurged')
    announceUnconfirmed(transfer)
  },
}

export const announceMove = (transfer: FileTransfer, status: FileTransferStatus): void => announcementsOf[status]?.(transfer)

export const announceInitialized = (transfer: FileTransfer): void => toSender(transfer, 'filetransferinitialized')

export function announceConfirmed(transfer: FileTransfer, recipient: string): void {
  announce(transfer, 'downloadconfirmed', 'Recipient', recipient)
  toSender(transfer, 'downloadconfirmed')
}

/** That the file is gone, to everybody who never confirmed it; in one pass, because there may be any number of them. */
export function announceUnconfirmed(transfer: FileTransfer): void {
  const confirmed = new Set(transfer.recipientMoves.flatMap((move) => (move.status === 'DownloadConfirmed' ? [move.recipient] : [])))
  const others = transfer.recipients.filter((recipient) => !confirmed.has(recipient))
  for (const recipient of others) announce(transfer, 'fileneverconfirmeddownloaded', 'Recipient', recipient)
  if (others.length > 0) toSender(transfer, 'fileneverconfirmeddownloaded')
}
