/** Returns the number of bytes received for a resumable upload. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { aboutTransfer } from '../file-transfer/records.ts'
import { defineOperation } from '../operation.ts'
import { demandProtocol, demandVersion } from './constraints/header-fields.ts'
import {
  anyHeaders,
  askingRefusals,
  byUpload,
  demandBytes,
  demandInProgress,
  demandUpload,
  exampleOfUpload,
  outlivesToken,
  ownTransfer,
  uploadPaths,
} from './resumable.ts'

export const inspectUpload = defineOperation({
  id: 'resumableUpload.inspectUpload',
  method: 'HEAD',
  path: uploadPaths,
  summary: 'Get the number of bytes received for a resumable upload',
  access: scope(scopes.brokerWrite),
  dependsOn: ['authorization', 'database'],
  request: { params: byUpload, headers: anyHeaders },
  replies: { 200: reply.empty('tus-resumable', 'upload-offset', 'upload-length', 'upload-concat') },
  refusals: [...askingRefusals, 'no-such-upload', 'BRO-00004', 'upload-given-up'],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  outlivesToken,
  example: exampleOfUpload,

  async handle({ params }, context) {
    demandProtocol(context.headers)
    const transfer = ownTransfer(context, params.fileTransferId)
    demandInProgress(context, transfer)
    demandVersion(context.headers)
    if (transfer.givenUp && !params.partialId) throw context.fail('upload-given-up')
    const upload = demandUpload(context.environment, params)
    await demandBytes(context.world, upload)
    return context.reply(200, undefined, {
      'upload-length': String(upload.length),
      // A concatenation has no offset until its parts are concatenated.
      ...(upload.parts ? {} : { 'upload-offset': String(upload.offset) }),
      ...(upload.concat === undefined ? {} : { 'upload-concat': upload.concat }),
    })
  },
})
