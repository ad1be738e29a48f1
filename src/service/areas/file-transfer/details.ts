/** Returns a file transfer with its full history. */
import { reply } from '../../wire/row.ts'
import { defineOperation } from '../operation.ts'
import { detailsReply } from './constraints/replies.ts'
import { shownToParties } from './overview.ts'
import { detailsOf } from './records/view.ts'
import { isParty, transferFor } from './records.ts'

export const details = defineOperation({
  ...shownToParties,
  id: 'fileTransfer.details',
  path: '/broker/api/v1/filetransfer/{fileTransferId}/details',
  summary: 'Get detailed information for auditing and troubleshooting',
  limit: 'fileTransfer.details',
  replies: { 200: reply.json(detailsReply) },

  handle({ params }, context) {
    return context.reply(200, detailsOf(transferFor(context, params.fileTransferId, isParty), context.circumstances.history))
  },
})
