/** Begins a resumable upload of a file or of a part, or concatenates parts. Source: file-transfer §8. */
import { type CallHeaders, header } from '../../wire/http/call.ts'
import { Refusal } from '../../wire/refusals/refusal.ts'
import { bytes, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import type { Act } from '../../world/act.ts'
import { current, type FileTransfer } from '../file-transfer/records/file-transfer.ts'
import { aboutTransfer } from '../file-transfer/records/file-transfer-index.ts'
import { demandUploadable, moveSilently, startUpload } from '../file-transfer/records/file-transfer-moves.ts'
import { callers, defineOperation } from '../operation.ts'
import { partsOf, receive } from './receiving.ts'
import { addUpload, inactivity, lockUpload, type ResumableUpload, takeUpload } from './records/resumable-upload.ts'
import {
  byUpload,
  changingRefusals,
  createHeaders,
  expiresAt,
  filePath,
  noteUse,
  outlivesToken,
  ownTransfer,
  placeOf,
  version,
} from './resumable.ts'
import {
  demandProtocol,
  demandReadableMetadata,
  demandVersion,
  hasChecksum,
  readConcat,
  readLength,
  uploadType,
} from './rules/resumable.ts'

export const createUpload = defineOperation({
  id: 'resumableUpload.createUpload',
  method: 'POST',
  path: filePath,
  summary: 'Begin a resumable upload, or put its parts together',
  access: scope(scopes.brokerWrite),
  dependsOn: ['authorization', 'storage', 'database'],
  request: { params: byUpload, headers: createHeaders, body: bytes(uploadType, 'handling') },
  replies: { 201: reply.empty('tus-resumable', 'location', 'upload-expires', 'upload-offset') },
  refusals: [
    ...changingRefusals,
    'upload-concat-invalid',
    'upload-parts-unknown',
    'upload-parts-unfinished',
    'upload-length-deferred',
    'upload-lengths-exclusive',
    'upload-length-unreadable',
    'upload-metadata-invalid',
    'upload-checksum-unsupported',
    'upload-header-missing',
    'upload-header-unreadable',
    'upload-header-negative',
    'BRO-00016',
    'upload-checksum-wrong',
    'upload-overrun',
    'BRO-00008',
  ],
  about: ({ params }, _, environment) => aboutTransfer(params.fileTransferId, environment),
  outlivesToken,
  example: {
    given: 'a file transfer is initialized',
    as: callers.sender,
    input: ({ fileTransferId = '' }) => ({ params: { fileTransferId }, headers: { ...version, 'upload-length': '9' } }),
  },

  async handle({ params, body }, context) {
    const { headers } = context
    demandProtocol(headers)
    const transfer = ownTransfer(context, params.fileTransferId)
    demandUploadable(context, transfer, undefined)
    noteUse(context, transfer)
    demandVersion(headers)
    const concat = readConcat(headers)
    const brings = body !== undefined && typeof concat === 'string' && header(headers, 'content-type') === uploadType
    const upload =
      typeof concat === 'string'
        ? begin(transfer, { partialId: concat === 'partial' ? context.random.hex(32) : '', headers, brings }, context)
        : concatenate(transfer, partsOf(transfer, concat, context), headers, context)
    const isOver = upload.length === 0 || upload.parts !== undefined
    const locationHeaders = { location: placeOf(context.url, upload), ...(isOver ? {} : { 'upload-expires': expiresAt(upload) }) }
    if (!brings) return context.reply(201, undefined, locationHeaders)
    const checked = hasChecksum(headers)
    const unlock = lockUpload(upload)
    try {
      await receive(transfer, upload, { headers, body, checked }, context)
      if (checked) throw context.fail('upload-checksum-wrong')
    } finally {
      unlock()
    }
    return context.reply(201, undefined, {
      ...locationHeaders,
      'upload-offset': String(upload.offset),
      'upload-expires': expiresAt(upload),
    })
  },
})

/** `brings`: whether the call brings the first bytes. */
interface Beginning {
  readonly partialId: string
  readonly headers: CallHeaders
  readonly brings: boolean
}

function begin(transfer: FileTransfer, { partialId, headers, brings }: Beginning, act: Act): ResumableUpload {
  const length = readLength(headers)
  demandReadableMetadata(headers)
  if (brings) hasChecksum(headers)
  demandUploadable(act, transfer, length)
  if (length === Number.POSITIVE_INFINITY) throw new Refusal('BRO-00016', { reason: 'no file can have this length' })
  const { world, environment, commit, book, now } = act
  return commit(() => {
    // All parts of a file belong to one upload.
    if (partialId === '' || current(transfer).status !== 'UploadStarted') startUpload(act, transfer)
    if (partialId === '') delete transfer.givenUp
    const upload = newUpload(transfer, { partialId, length, concat: partialId === '' ? undefined : 'partial' }, now())
    addUpload(world, environment, upload)
    book('resumableUpload.expireUpload', { fileTransferId: transfer.id, partialId, upload: upload.upload }, now() + inactivity)
    if (length === 0 && partialId === '') book('resumableUpload.completeUpload', { fileTransferId: transfer.id, upload: upload.upload })
    return upload
  })
}

const newUpload = (
  { id: fileTransferId, uploads: upload }: FileTransfer,
  what: Pick<ResumableUpload, 'partialId' | 'length' | 'concat' | 'parts'>,
  active: number,
): ResumableUpload => ({ fileTransferId, upload, ...what, offset: 0, active })

function concatenate(transfer: FileTransfer, parts: readonly ResumableUpload[], headers: CallHeaders, act: Act): ResumableUpload {
  demandReadableMetadata(headers)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  demandUploadable(act, transfer, length)
  const { world, environment, commit, book, now } = act
  return commit(() => {
    for (const part of parts) takeUpload(environment, part)
    delete transfer.givenUp
    const upload = newUpload(transfer, { partialId: '', length, concat: header(headers, 'upload-concat'), parts }, now())
    addUpload(world, environment, upload)
    moveSilently(act, transfer, 'UploadProcessing')
    book('resumableUpload.completeUpload', { fileTransferId: transfer.id, upload: upload.upload })
    return upload
  })
}
