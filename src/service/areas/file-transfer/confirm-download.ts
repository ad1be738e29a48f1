/** Confirms a recipient's download. Source: file-transfer §6.2. */

import { iso6523 } from '../../wire/identifiers.ts'
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { Act } from '../operation.ts'
import { callers, defineOperation, ofTransfer } from '../operation.ts'
import { findResource, gracePeriodOf } from '../resources/records.ts'
import { byFileTransferId } from './constraints/replies.ts'
import { aboutTransfer } from './records/file-transfers.ts'
import { moveFileTransfer, recordRecipientStatus } from './records/moves.ts'
import { current, type FileTransfer, isConfirmed, isRecipient } from './records/transfer.ts'
import { transferFor } from './records.ts'

export const confirmDownload = defineOperation({
  id: 'fileTransfer.confirmDownload',
  method: 'POST',
  path: '/broker/api/v1/filetransfer/{fileTransferId}/confirmdownload',
  summary: 'Confirm that the file has been downloaded',
  access: scope(scopes.brokerRead),
  limit: 'fileTransfer.confirmDownload',
  dependsOn: ['authorization', 'database'],
  request: { params: byFileTransferId },
  replies: { 204: reply.empty() },
  refusals: ['BRO-00001', 'BRO-00006', 'BRO-00003', 'BRO-00010', 'BRO-00019'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  example: { given: 'a downloaded file transfer exists', as: callers.recipient, input: ofTransfer },

  handle({ params }, context) {
    const transfer = transferFor(context, params.fileTransferId, isRecipient)
    const { status } = current(transfer)
    if (!transfer.content) throw context.fail('BRO-00003', { reason: `the file transfer has no file; its status is ${status}` })
    if (status !== 'Published') throw context.fail('BRO-00010', { reason: `the file transfer's status is ${status}, not Published` })
    const recipient = iso6523(context.caller.orgNo ?? '')
    if (!isConfirmed(transfer, recipient)) {
      if (!hasDownloaded(transfer, recipient)) throw context.fail('BRO-00019', { reason: `${recipient} has not downloaded the file` })
      context.commit(() => confirm(transfer, recipient, context))
    }
    return context.reply(204, undefined)
  },
})

const hasDownloaded = ({ recipientMoves }: FileTransfer, recipient: string) =>
  recipientMoves.some((move) => move.recipient === recipient && move.status === 'DownloadStarted')

function confirm(transfer: FileTransfer, recipient: string, act: Act): void {
  const { world, environment, book, now } = act
  recordRecipientStatus(act, transfer, recipient, 'DownloadConfirmed')
  if (!allConfirmed(transfer)) return
  moveFileTransfer(act, transfer, 'AllConfirmedDownloaded')
  const resource = findResource(world, environment, transfer.resourceId)
  if (resource?.purgeAfterConfirmed) book('fileTransfer.purge', { fileTransferId: transfer.id }, now() + gracePeriodOf(resource))
}

/** Makes a single pass, because a transfer can have very many recipients. */
function allConfirmed({ recipients, recipientMoves }: FileTransfer): boolean {
  const confirmed = new Set(recipientMoves.flatMap((move) => (move.status === 'DownloadConfirmed' ? [move.recipient] : [])))
  return recipients.every((recipient) => confirmed.has(recipient))
}
