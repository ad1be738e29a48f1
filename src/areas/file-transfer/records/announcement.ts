/** Books the events that a change of a file transfer publishes. Source: events §2. */

import type { Act } from '../../../state/act.ts'
import type { EventName, EventRole } from '../../events/rules/cloud-event.ts'
import type { FileTransfer, FileTransferStatus } from './file-transfer.ts'

export type Announcing = Pick<Act, 'now' | 'book'>

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

export const announceMove = (act: Announcing, transfer: FileTransfer, status: FileTransferStatus): void =>
  announcementsOf[status]?.(act, transfer)

export const announceInitialized = (act: Announcing, transfer: FileTransfer): void => toSender(act, transfer, 'filetransferinitialized')

export function announceConfirmed(act: Announcing, transfer: FileTransfer, recipient: string): void {
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
