/** Describes the supported tus protocol version and extensions. */
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation, ofTransfer } from '../operation.ts'
import { byUpload, outlivesToken, rootPath, uploadPaths } from './resumable.ts'

const spoken = {
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination,checksum,checksum-trailer,concatenation,expiration',
  'tus-checksum-algorithm': 'md5',
} as const

export const describeUploads = defineOperation({
  id: 'resumableUpload.describeUploads',
  method: 'OPTIONS',
  path: [...uploadPaths, rootPath],
  summary: 'Get the supported tus version and extensions',
  access: scope(scopes.brokerWrite),
  dependsOn: [],
  request: { params: byUpload.partial() },
  replies: { 204: reply.empty('tus-resumable', ...Object.keys(spoken)) },
  // Outages of internal services do not affect this row, but the whole service can be unavailable. Source: decisions §13.
  refusals: ['unreachable'],
  about: ({ params }) => ({ transfer: params.fileTransferId }),
  outlivesToken,
  example: { given: 'a file transfer is initialized', as: callers.sender, input: ofTransfer },

  handle(_, context) {
    return context.reply(204, undefined, spoken)
  },
})
