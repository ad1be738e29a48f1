/** Initializes a file transfer and uploads its file in one call. Source: file-transfer §3.2. */
import { form, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation } from '../operation.ts'
import { initializeReply } from './constraints/replies.ts'
import { formFields } from './constraints/requests.ts'
import { aboutInitialize } from './initialize.ts'
import { demandUploadable } from './records/moves.ts'
import { beginUpload, finishUpload, openFileTransfer } from './sending.ts'

export const initializeAndUpload = defineOperation({
  id: 'fileTransfer.initializeAndUpload',
  method: 'POST',
  path: '/broker/api/v1/filetransfer/upload',
  summary: 'Initialize and upload a file in one call using form-data',
  access: scope(scopes.brokerWrite),
  limit: 'fileTransfer.initializeAndUpload',
  dependsOn: ['authorization', 'resource-registry', 'storage', 'database'],
  asks: ['scan'],
  request: { body: form(formFields(), 'BRO-00008') },
  replies: { 200: reply.json(initializeReply) },
  refusals: [
    'BRO-00006',
    'BRO-00002',
    'BRO-00020',
    'BRO-00021',
    'BRO-00005',
    'BRO-00026',
    'BRO-00027',
    'BRO-00028',
    'BRO-00016',
    'BRO-00008',
    'BRO-00009',
    'unmappable',
  ],
  about: ({ body }) => aboutInitialize(body.fields.metadata),
  example: { as: callers.sender, input: () => ({ body: exampleForm() }) },

  /** If the upload is refused, the transfer still exists, but the sender never learns its id. */
  handle({ body: { fields, file } }, context) {
    const transfer = openFileTransfer(fields.metadata, context)
    demandUploadable(context, transfer, file.content.size)
    beginUpload(transfer, context)
    finishUpload(transfer, file.content, file.keep, context)
    return context.reply(200, { fileTransferId: transfer.id })
  },
})

function exampleForm(): FormData {
  const parts = new FormData()
  parts.append('Metadata.FileName', 'report.xml')
  parts.append('Metadata.ResourceId', 'standin-plain')
  parts.append('Metadata.SendersFileTransferReference', 'batch-0042')
  parts.append('Metadata.Sender', '0192:347147753')
  parts.append('Metadata.Recipients', '0192:370916446')
  parts.append('Metadata.PropertyList[caseNumber]', '2026/17')
  parts.append('FileTransfer', new Blob(['<report/>']), 'report.xml')
  return parts
}
