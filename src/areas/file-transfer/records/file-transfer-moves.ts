/** Moves a file transfer and its recipients from status to status. */

import type { Act } from '../../../state/act.ts'
import { appended } from '../../../wire/appended.ts'
import { type Announcing, announceConfirmed, announceMove } from './announcement.ts'
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
