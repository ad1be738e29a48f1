/** Receives more bytes for a resumable upload. Source: file-transfer §8. */
import { type CallHeaders, header } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { bytes, reply } from '../../wire/row.ts'
import { utf8 } from '../../wire/text.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { aboutTransfer, isComplete, lockUpload, type ResumableUpload } from '../file-transfer/records.ts'
import { demandUploadable } from '../file-transfer/sending.ts'
import { callers, defineOperation } from '../operation.ts'
import {
  demandProtocol,
  demandUploadType,
  demandVersion,
  hasChecksum,
  isBeyond,
  readOffset,
  uploadType,
} from './constraints/header-fields.ts'
import { finish, receive } from './receiving.ts'
import {
  appendHeaders,
  byUpload,
  changingRefusals,
  demandBytes,
  demandInProgress,
  demandUpload,
  expiresAt,
  outlivesToken,
  ownTransfer,
  recordUse,
  uploadAt,
  uploadPaths,
  version,
} from './resumable.ts'

export const appendToUpload = defineOperation({
  id: 'resumableUpload.appendToUpload',
  method: 'PATCH',
  path: uploadPaths,
  summary: 'Upload more bytes to a resumable upload',
  access: scope(scopes.brokerWrite),
  dependsOn: ['authorization', 'storage', 'database'],
  request: { params: byUpload, headers: appendHeaders, body: bytes(uploadType, 'handling') },
  replies: { 204: reply.empty('tus-resumable', 'upload-offset', 'upload-expires') },
  refusals: [
    ...changingRefusals,
    'no-such-upload',
    'upload-locked',
    'upload-type-wrong',
    'upload-header-missing',
    'upload-header-unreadable',
    'upload-header-negative',
    'upload-length-set',
    'upload-offset-wrong',
    'upload-checksum-wrong',
    'upload-checksum-unsupported',
    'upload-final',
    'upload-overrun',
    'BRO-00008',
  ],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  outlivesToken,
  example: {
    given: 'a resumable upload is begun',
    as: callers.sender,
    input: ({ fileTransferId = '' }) => ({
      params: { fileTransferId },
      headers: { ...version, 'upload-offset': '0' },
      body: utf8('<report/>'),
    }),
  },

  async handle({ params, body }, context) {
    const { headers, environment } = context
    const complete = uploadAt(environment, params)
    const repeated = complete && !isFinal(complete) && isComplete(complete) && isBeyond(headers, complete.length)
    if (!repeated) demandProtocol(headers)
    const transfer = ownTransfer(context, params.fileTransferId)
    if (repeated) {
      if (complete.held) context.commit(() => finish(complete, context))
      return context.reply(204, undefined, { 'upload-offset': String(complete.length) })
    }
    const isUsing = demandInProgress(context, transfer)
    // A concatenation accepts no bytes, so the call is refused below.
    if (!isUsing || !isFinal(uploadAt(environment, params))) demandUploadable(context, transfer, undefined)
    recordUse(context, transfer)
    demandVersion(headers)
    const upload = demandUpload(environment, params)
    const unlock = lockUpload(upload)
    try {
      const checked = demandNext(upload, headers)
      await demandBytes(context.world, upload)
      await receive(transfer, upload, { headers, body, checked }, context)
      if (checked) throw context.fail('upload-checksum-wrong')
    } finally {
      unlock()
    }
    return context.reply(204, undefined, { 'upload-offset': String(upload.offset), 'upload-expires': expiresAt(upload) })
  },
})

const isFinal = (upload: Pick<ResumableUpload, 'concat'> | undefined) => upload?.concat?.startsWith('final') === true

/**
 * Refuses bytes that do not continue the upload. Returns true if the bytes have a checksum, which the service always rejects after
 * receiving them.
 */
function demandNext({ offset, concat }: ResumableUpload, headers: CallHeaders): boolean {
  demandUploadType(headers)
  if (header(headers, 'upload-length') !== undefined) throw new Refusal('upload-length-set')
  const requested = readOffset(headers)
  if (isFinal({ concat })) throw new Refusal('upload-final')
  const checked = hasChecksum(headers)
  if (requested !== BigInt(offset)) throw new Refusal('upload-offset-wrong', { offset, requested: String(requested) })
  return checked
}
