/** Initializes a file transfer, which announces a file to its recipients. */

import { bareResourceId } from '../../wire/identifiers.ts'
import { json, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation } from '../operation.ts'
import { initializeReply } from './constraints/replies.ts'
import { exampleFileTransfer, type InitializeRequest, initializeRequest } from './constraints/requests.ts'
import { openFileTransfer, recipientForm } from './sending.ts'

export const initialize = defineOperation({
  id: 'fileTransfer.initialize',
  method: 'POST',
  path: '/broker/api/v1/filetransfer',
  summary: 'Initialize a file transfer',
  access: scope(scopes.brokerWrite),
  limit: 'fileTransfer.initialize',
  dependsOn: ['authorization', 'resource-registry', 'database'],
  request: { body: json(initializeRequest()) },
  replies: { 200: reply.json(initializeReply) },
  refusals: ['BRO-00006', 'BRO-00002', 'BRO-00020', 'BRO-00021', 'BRO-00005', 'BRO-00026', 'BRO-00027', 'BRO-00028', 'unmappable'],
  about: ({ body }) => aboutInitialize(body),
  example: { as: callers.sender, input: () => ({ body: exampleFileTransfer }) },

  handle({ body }, context) {
    return context.reply(200, { fileTransferId: openFileTransfer(body, context).id })
  },
})

export const aboutInitialize = ({ resourceId, recipients }: InitializeRequest) => ({
  resource: bareResourceId(resourceId),
  recipients: recipients.map(recipientForm),
})
