/** Moves a file transfer and its recipients from status to status. */

import { announceConfirmed, announceMove } from './announcement.ts'
import { current, type FileTransfer, type FileTransferStatus, fileTransferLifecycle, type RecipientStatus } from './file-transfer.ts'
import { relist, relistRecipient } from './file-transfer-index.ts'

export type Move = (transfer: FileTransfer, status: FileTransferStatus, at: number, text?: string) => void

/** Moves, and announces it. */
export const moveFileTransfer: Move = (transfer, status, at, text) => {
  moveSilently(transfer, status, at, text)
  announceMove(transfer, status)
}

/** For the moves that nobody is told of. Source: events §2. */
export const moveSilently: Move = (transfer, status, at, text) => {
  fileTransferLifecycle.demand(current(transfer).status, status)
  const move = text === undefined ? { status, at } : { status, at, text }
  transfer.moves.push(move)
  relist(transfer, move)
}

/** A recipient's status may be noted again, but does not fall: that is why there is no lifecycle of it. */
export function noteRecipient(transfer: FileTransfer, recipient: string, status: RecipientStatus, at: number): void {
  transfer.recipientMoves.push({ recipient, status, at })
  relistRecipient(transfer, recipient, status)
  if (status === 'DownloadConfirmed') announceConfirmed(transfer, recipient)
}
