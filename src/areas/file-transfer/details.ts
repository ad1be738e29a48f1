/** Shows a file transfer with its whole history. */

import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { defineOperation } from '../operation.ts'
import { isParty, transferFor } from './access.ts'
import { aboutTransfer } from './records/file-transfer-about.ts'
import { detailsOf } from './records/file-transfer-view.ts'
import { byFileTransferId, detailsReply } from './rules/file-transfer.ts'

export const details = defineOperation({
  id: 'fileTransfer.details',
  method: 'GET',
  path: '/broker/api/v1/filetransfer/{fileTransferId}/details',
  summary: 'Get detailed information for auditing and troubleshooting',
  access: scope(scopes.brokerRead, scopes.brokerWrite),
  limit: 'fileTransfer.details',
  dependsOn: ['authorization', 'database'],
  asks: ['histories'],
  request: { params: byFileTransferId },
  replies: { 200: reply.json(detailsReply) },
  refusals: ['BRO-00001', 'BRO-00006'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  example: {
    given: 'a published file transfer exists',
    as: { orgNo: '347147753', scope: scopes.brokerWrite },
    input: ({ fileTransferId = '' }) => ({ params: { fileTransferId } }),
  },

  handle({ params }, context) {
    return context.reply(200, detailsOf(transferFor(context, params.fileTransferId, isParty), context.circumstances.history))
  },
})
