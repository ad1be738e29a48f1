/** Terminates a resumable upload and removes its bytes, after which the upload can be created again. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { aboutTransfer, dropUpload, lockUpload } from '../file-transfer/records.ts'
import { demandUploadable } from '../file-transfer/sending.ts'
import { defineOperation } from '../operation.ts'
import { demandProtocol, demandVersion } from './constraints/header-fields.ts'
import {
  anyHeaders,
  byUpload,
  changingRefusals,
  demandUpload,
  exampleOfUpload,
  forgetUse,
  outlivesToken,
  ownTransfer,
  uploadPaths,
} from './resumable.ts'

export const terminateUpload = defineOperation({
  id: 'resumableUpload.terminateUpload',
  method: 'DELETE',
  path: uploadPaths,
  summary: 'Terminate a resumable upload',
  access: scope(scopes.brokerWrite),
  dependsOn: ['authorization', 'storage', 'database'],
  request: { params: byUpload, headers: anyHeaders },
  replies: { 204: reply.empty('tus-resumable') },
  refusals: [...changingRefusals, 'no-such-upload', 'upload-locked'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  outlivesToken,
  example: exampleOfUpload,

  handle({ params }, context) {
    demandProtocol(context.headers)
    const transfer = ownTransfer(context, params.fileTransferId)
    demandUploadable(context, transfer, undefined)
    demandVersion(context.headers)
    const upload = demandUpload(context.environment, params)
    const unlock = lockUpload(upload)
    try {
      context.commit(() => {
        dropUpload(context.world, context.environment, upload)
        if (upload.partialId === '') transfer.givenUp = true
        forgetUse(context, transfer)
      })
    } finally {
      unlock()
    }
    return context.reply(204, undefined)
  },
})
