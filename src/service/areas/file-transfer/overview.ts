/** Returns a file transfer's current status to its parties. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation, type Operation, ofTransfer } from '../operation.ts'
import { byFileTransferId, overviewReply } from './constraints/replies.ts'
import { aboutTransfer } from './records/file-transfers.ts'
import { overviewOf } from './records/view.ts'
import { isParty, transferFor } from './records.ts'

export const shownToParties = {
  method: 'GET',
  access: scope(scopes.brokerRead, scopes.brokerWrite),
  dependsOn: ['authorization', 'database'],
  asks: ['histories'],
  request: { params: byFileTransferId },
  refusals: ['BRO-00001', 'BRO-00006'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  example: { given: 'a published file transfer exists', as: callers.sender, input: ofTransfer },
} as const satisfies Partial<Operation<string, { params: typeof byFileTransferId }>>

export const overview = defineOperation({
  ...shownToParties,
  id: 'fileTransfer.overview',
  path: '/broker/api/v1/filetransfer/{fileTransferId}',
  summary: 'Get information about the file and its current status',
  limit: 'fileTransfer.overview',
  replies: { 200: reply.json(overviewReply) },

  handle({ params }, context) {
    return context.reply(200, overviewOf(transferFor(context, params.fileTransferId, isParty), context.circumstances.history))
  },
})
