/** Creates a resumable upload for a file or a part, or concatenates parts. Source: file-transfer §8. */
import type { CallHeaders } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { bytes, reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import {
  aboutTransfer,
  addUpload,
  current,
  type FileTransfer,
  inactivity,
  lockUpload,
  type ResumableUpload,
  takeUpload,
} from '../file-transfer/records.ts'
import { demandUploadable, moveSilently, startUpload } from '../file-transfer/sending.ts'
import type { Act } from '../operation.ts'
import { callers, defineOperation } from '../operation.ts'
import {
  demandProtocol,
  demandReadableMetadata,
  demandUploadType,
  demandVersion,
  hasChecksum,
  readConcat,
  readLength,
  uploadType,
} from './constraints/header-fields.ts'
import { partsOf, receive } from './receiving.ts'
import {
  byUpload,
  changingRefusals,
  createHeaders,
  expiresAt,
  filePath,
  outlivesToken,
  ownTransfer,
  placeOf,
  recordUse,
  rootPath,
  version,
} from './resumable.ts'

export const createUpload = defineOperation({
  id: 'resumableUpload.createUpload',
  method: 'POST',
  // A call to the root path has no file transfer id and is therefore refused.
  path: [filePath, rootPath],
  summary: 'Create a resumable upload, or concatenate its parts',
  access: scope(scopes.brokerWrite),
  dependsOn: ['authorization', 'storage', 'database'],
  request: { params: byUpload.partial(), headers: createHeaders, body: bytes(uploadType, 'handling') },
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
    'upload-header-missing',
    'upload-header-negative',
    'BRO-00016',
    'BRO-00008',
  ],
  about: ({ params: { fileTransferId } }, _, environment) =>
    fileTransferId === undefined ? {} : aboutTransfer(fileTransferId, environment),
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
    recordUse(context, transfer)
    demandVersion(headers)
    const concat = readConcat(headers, params.fileTransferId ?? '')
    const brings = body !== undefined && typeof concat === 'string'
    const upload =
      typeof concat === 'string'
        ? begin(transfer, { partialId: concat === 'partial' ? context.random.hex(32) : '', headers }, context)
        : concatenate(transfer, partsOf(transfer, concat, context), headers, context)
    const isOver = upload.length === 0 || upload.parts !== undefined
    const locationHeaders = { location: placeOf(context.url, upload), ...(isOver ? {} : { 'upload-expires': expiresAt(upload) }) }
    if (!brings) return context.reply(201, undefined, locationHeaders)
    const unlock = lockUpload(upload)
    try {
      demandUploadType(headers)
      await receive(transfer, upload, { headers, body, checked: hasChecksum(headers) }, context)
    } catch (thrown) {
      if (!isAboutBytes(thrown)) throw thrown
    } finally {
      unlock()
    }
    return context.reply(201, undefined, { ...locationHeaders, 'upload-offset': String(upload.offset) })
  },
})

/**
 * True for a refusal of a creation request's bytes. The upload then still exists, and the reply contains only the number of accepted bytes.
 */
const isAboutBytes = (thrown: unknown) => thrown instanceof Refusal && /^upload-(?:type|header|checksum|overrun)/.test(thrown.key)

interface Beginning {
  readonly partialId: string
  readonly headers: CallHeaders
}

function begin(transfer: FileTransfer, { partialId, headers }: Beginning, act: Act): ResumableUpload {
  const length = readLength(headers)
  demandReadableMetadata(headers)
  demandUploadable(act, transfer, length)
  if (length === Number.POSITIVE_INFINITY) throw new Refusal('BRO-00016', { reason: 'no file can have this length' })
  const { world, environment, commit, book, now } = act
  return commit(() => {
    // A file's parts all belong to the same upload.
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
    // The service lists parts by id only, under the root path.
    const concat = `final;${parts.map(({ partialId }) => `${rootPath}/${partialId}`).join(' ')}`
    const upload = newUpload(transfer, { partialId: '', length, concat, parts }, now())
    addUpload(world, environment, upload)
    moveSilently(act, transfer, 'UploadProcessing')
    book('resumableUpload.completeUpload', { fileTransferId: transfer.id, upload: upload.upload })
    return upload
  })
}
