/** A file transfer as its parties see it. Source: file-transfer §4. */
import {
  type Details,
  fileTransferStatuses,
  type Overview,
  type RecipientStatus,
  recipientStatuses,
} from '../../wire/file-transfer/file-transfer.ts'
import { withOffset } from '../../wire/values/timestamp.ts'
import { current, type FileTransfer, type FileTransferMove, published, type RecipientMove } from './file-transfer.ts'

export function overviewOf(transfer: FileTransfer): Overview {
  return { ...about(transfer), published: publishedAt(transfer) }
}

/** The fields that the overview lacks come first. */
export function detailsOf(transfer: FileTransfer): Details {
  return {
    fileTransferStatusHistory: transfer.moves.map(statusOf),
    recipientFileTransferStatusHistory: transfer.recipientMoves.map(({ recipient, status, at }) => ({
      recipient,
      recipientFileTransferStatusCode: status,
      recipientFileTransferStatusText: recipientStatuses[status],
      recipientFileTransferStatusChanged: withOffset(at),
    })),
    published: publishedAt(transfer),
    ...about(transfer),
  }
}

const about = (transfer: FileTransfer): Omit<Overview, 'published'> => ({
  fileTransferId: transfer.id,
  resourceId: transfer.resourceId,
  fileName: transfer.fileName,
  sendersFileTransferReference: transfer.sendersFileTransferReference,
  checksum: transfer.checksum,
  useVirusScan: transfer.virusScan,
  fileTransferSize: transfer.content?.size ?? 0,
  ...statusOf(current(transfer)),
  created: withOffset(transfer.created),
  expirationTime: withOffset(transfer.expires),
  sender: transfer.sender,
  recipients: recipientsOf(transfer),
  propertyList: transfer.propertyList,
})

const statusOf = ({ status, text, at }: FileTransferMove) => ({
  fileTransferStatus: status,
  fileTransferStatusText: text ?? fileTransferStatuses[status],
  fileTransferStatusChanged: withOffset(at),
})

function publishedAt(transfer: FileTransfer): string | null {
  const at = published(transfer)
  return at === null ? null : withOffset(at)
}

const ascending = Object.keys(recipientStatuses) as RecipientStatus[]
const higher = (one: RecipientStatus, other: RecipientStatus) => (ascending.indexOf(one) > ascending.indexOf(other) ? one : other)

/** The highest status of each recipient, with the time of its latest move. In one pass, because a transfer may have any number of recipients. */
function recipientsOf({ recipientMoves }: FileTransfer): Overview['recipients'] {
  const states = new Map<string, RecipientMove>()
  for (const move of recipientMoves) {
    const known = states.get(move.recipient)
    states.set(move.recipient, known ? { ...move, status: higher(known.status, move.status) } : move)
  }
  return [...states.values()].map(({ recipient, status, at }) => ({
    recipient,
    currentRecipientFileTransferStatusCode: status,
    currentRecipientFileTransferStatusText: recipientStatuses[status],
    currentRecipientFileTransferStatusChanged: withOffset(at),
  }))
}
