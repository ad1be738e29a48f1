/** Converts file transfers to the form shown to the parties. Source: file-transfer §4. */
import { withOffset } from '../../../wire/timestamp.ts'
import type { Circumstances } from '../../circumstances.ts'
import type { Details, Overview } from '../constraints/replies.ts'
import { fileTransferStatuses, recipientStatuses } from '../wire.ts'
import { current, type FileTransfer, type FileTransferMove, published, type RecipientStatus } from './transfer.ts'

type InOrder = Circumstances['history']
const sorted: InOrder = (entries) => entries

/** `inOrder` sorts a list's entries as the service does. */
export function overviewOf(transfer: FileTransfer, inOrder = sorted): Overview {
  const { status, text, at } = current(transfer)
  return {
    fileTransferId: transfer.id,
    resourceId: transfer.resourceId,
    fileName: transfer.fileName,
    sendersFileTransferReference: transfer.sendersFileTransferReference,
    checksum: transfer.checksum,
    useVirusScan: transfer.virusScan,
    fileTransferSize: transfer.content?.size ?? transfer.lostSize ?? 0,
    fileTransferStatus: status,
    fileTransferStatusText: text ?? fileTransferStatuses[status],
    fileTransferStatusChanged: withOffset(at),
    created: withOffset(transfer.created),
    expirationTime: withOffset(transfer.expires),
    sender: transfer.sender,
    recipients: [...inOrder(recipientsOf(transfer))],
    propertyList: transfer.propertyList,
    published: publishedAt(transfer),
  }
}

/** Fields that are not in the overview come first. */
export function detailsOf(transfer: FileTransfer, inOrder = sorted): Details {
  const { published, ...about } = overviewOf(transfer, inOrder)
  return {
    fileTransferStatusHistory: inOrder(transfer.moves).map(statusOf),
    recipientFileTransferStatusHistory: inOrder(transfer.recipientMoves).map(({ recipient, status, at }) => ({
      recipient,
      recipientFileTransferStatusCode: status,
      recipientFileTransferStatusText: recipientStatuses[status],
      recipientFileTransferStatusChanged: withOffset(at),
    })),
    published,
    ...about,
  }
}

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
const isHigher = (one: RecipientStatus, other: RecipientStatus) => ascending.indexOf(one) > ascending.indexOf(other)

/**
 * Returns each recipient's highest status, with the time of the recipient's latest move. Makes a single pass, because a transfer can have
 * any number of recipients.
 */
function recipientsOf({ recipientMoves }: FileTransfer): Overview['recipients'] {
  const states = new Map<string, Overview['recipients'][number]>()
  for (const { recipient, status, at } of recipientMoves) {
    const known = states.get(recipient)?.currentRecipientFileTransferStatusCode
    const highest = known !== undefined && isHigher(known, status) ? known : status
    states.set(recipient, {
      recipient,
      currentRecipientFileTransferStatusCode: highest,
      currentRecipientFileTransferStatusText: recipientStatuses[highest],
      currentRecipientFileTransferStatusChanged: withOffset(at),
    })
  }
  return [...states.values()]
}
