/** What the rows of resumable uploads have in common: where uploads lie, and whose they are. */
import { z } from 'zod'
import { isSender } from '../../state/environment.ts'
import type { FileTransfer } from '../../state/file-transfer/file-transfer.ts'
import { type Asking, transferFor } from '../../state/file-transfer/parties.ts'
import { inactivity, type ResumableUpload } from '../../state/resumable-upload/resumable-upload.ts'
import { findUpload, lastActivity } from '../../state/resumable-upload/unfinished-uploads.ts'
import { Refusal } from '../../wire/refusals.ts'
import { readGuid } from '../../wire/values/guid.ts'
import { httpDate } from '../../wire/values/timestamp.ts'
import type { Operation } from '../operation.ts'

const root = '/broker/api/v1/filetransfer/upload/tus'

/** Uploads of whole files are made here. */
export const filePath = `${root}/{fileTransferId}`
/** Any upload; a part of a file in its new and its old place. */
export const uploadPaths = [filePath, `${filePath}/partial/{partialId}`, `${filePath}/{partialId}`] as const

/** Whatever it says, it is looked up: an id of no form is one of no transfer. */
export const byUpload = z.object({ fileTransferId: z.string(), partialId: z.string().optional() })

const optional = z.string().optional()
const spoken = { 'tus-resumable': optional.meta({ description: 'The version of the protocol that is spoken: 1.0.0.' }) }
export const anyHeaders = z.object(spoken)
export const appendHeaders = z.object({ ...spoken, 'upload-offset': optional.meta({ description: 'Bytes taken in before.' }) })
export const createHeaders = z.object({
  ...spoken,
  'upload-length': optional.meta({ description: 'Bytes of the whole upload.' }),
  'upload-concat': optional.meta({ description: '`partial`, or `final;` with the places of the parts.' }),
  'upload-metadata': optional.meta({ description: 'Ignored.' }),
})

export const version = { 'tus-resumable': '1.0.0' } as const

/** By the id of a transfer, which may have any notation. */
export function uploadAt(environment: Asking['environment'], { fileTransferId, partialId }: z.output<typeof byUpload>) {
  return findUpload(environment, readGuid(fileTransferId) ?? fileTransferId, partialId?.toLowerCase())
}

/** Refuses with no-such-upload. */
export function demandUpload(environment: Asking['environment'], params: z.output<typeof byUpload>): ResumableUpload {
  const upload = uploadAt(environment, params)
  if (!upload) throw new Refusal('no-such-upload')
  return upload
}

/** Of whoever asks for an upload. */
export const askingRefusals = ['not-resumable', 'protocol-version', 'BRO-00001', 'BRO-00006'] as const
/** Of whoever wants to change one. */
export const changingRefusals = [...askingRefusals, 'BRO-00004', 'BRO-00005', 'BRO-00002', 'BRO-00021'] as const

/** Of the caller's own transfers; refuses with BRO-00001 and BRO-00006. */
export const ownTransfer = (asking: Asking, fileTransferId: string): FileTransfer => transferFor(asking, fileTransferId, isSender)

/** The path alone at the plain origin: under a prefix, clients would resolve it out of their world. Source: decisions §2. */
export function placeOf(url: (path: string) => string, { fileTransferId, partialId }: ResumableUpload): string {
  const path = `${root}/${fileTransferId}${partialId && `/partial/${partialId}`}`
  return new URL(url('/')).pathname === '/' ? path : url(path)
}

export const expiresAt = ({ active }: ResumableUpload): string => httpDate(active + inactivity)

/** Source: file-transfer §8, authentication §9. */
export const outlivesToken: NonNullable<Operation['outlivesToken']> = ({ fileTransferId = '' }, environment, now) =>
  (lastActivity(environment, readGuid(fileTransferId) ?? fileTransferId) ?? Number.NEGATIVE_INFINITY) + inactivity > now
