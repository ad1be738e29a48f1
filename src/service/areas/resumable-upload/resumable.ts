/** Paths, headers, refusals and look-ups shared by the resumable upload rows. */
import { z } from 'zod'
import type { Caller } from '../../tokens/caller.ts'
import { readGuid } from '../../wire/identifiers.ts'
import { Refusal } from '../../wire/refusal.ts'
import { httpDate } from '../../wire/timestamp.ts'
import {
  type AccessContext,
  current,
  type FileTransfer,
  fileTransfers,
  findUpload,
  inactivity,
  isComplete,
  isSender,
  lastActivity,
  type ResumableUpload,
  transferFor,
} from '../file-transfer/records.ts'
import type { Act } from '../operation.ts'
import { callers, type Operation } from '../operation.ts'

/** The root path for all uploads. */
export const rootPath = '/broker/api/v1/filetransfer/upload/tus'

/** The path for uploads of whole files. */
export const filePath = `${rootPath}/{fileTransferId}`
/** The paths for all uploads. A part of a file has a new and an old path. */
export const uploadPaths = [filePath, `${filePath}/partial/{partialId}`, `${filePath}/{partialId}`] as const

/** Accepts any string: an id that is not a GUID matches no transfer. */
export const byUpload = z.object({ fileTransferId: z.string(), partialId: z.string().optional() })

const optional = z.string().optional()
const number = z.string().meta({ type: 'integer', format: 'int64' }).optional()
const spoken = { 'tus-resumable': optional.meta({ description: 'The version of the protocol: 1.0.0.' }) }
export const anyHeaders = z.object(spoken)
export const appendHeaders = z.object({
  ...spoken,
  'upload-offset': number.meta({ description: 'The number of bytes received before.' }),
})
export const createHeaders = z.object({
  ...spoken,
  'upload-length': number.meta({ description: 'The number of bytes of the whole upload.' }),
  'upload-concat': optional.meta({ description: '`partial`, or `final;` with the paths of the parts.' }),
  'upload-metadata': optional.meta({ description: 'Must be readable; it is not used.' }),
})

export const version = { 'tus-resumable': '1.0.0' } as const

/** An example call that needs only an upload. */
export const exampleOfUpload = {
  given: 'a resumable upload is begun',
  as: callers.sender,
  input: ({ fileTransferId = '' }: Readonly<Record<string, string>>) => ({ params: { fileTransferId }, headers: version }),
} as const

/** Finds an upload by its transfer's id, in any GUID notation. */
export function uploadAt(environment: AccessContext['environment'], { fileTransferId, partialId }: z.output<typeof byUpload>) {
  return findUpload(environment, readGuid(fileTransferId) ?? fileTransferId, partialId?.toLowerCase())
}

/** Refuses with no-such-upload. */
export function demandUpload(environment: AccessContext['environment'], params: z.output<typeof byUpload>): ResumableUpload {
  const upload = uploadAt(environment, params)
  if (!upload) throw new Refusal('no-such-upload')
  return upload
}

/** Checks that an incomplete upload's bytes are still stored, before the reply reports how many there are. */
export const demandBytes = ({ blobs }: Act['world'], upload: ResumableUpload): Promise<void> | undefined =>
  upload.content && !isComplete(upload) ? blobs.check?.(upload.content.id) : undefined

/** Refusals shared by all rows about an upload. */
export const askingRefusals = ['not-resumable', 'transfer-id-missing', 'protocol-version', 'BRO-00001', 'BRO-00006'] as const
/** Refusals shared by all rows that change an upload. */
export const changingRefusals = [...askingRefusals, 'BRO-00004', 'BRO-00005', 'BRO-00002', 'BRO-00021'] as const

/** True if the caller used one of the transfer's uploads in the last 24 hours, or may be a user of the upload in progress. */
function isUser({ caller, environment, now }: Using, transfer: FileTransfer): boolean {
  const used = transfer.users?.[userKey(caller) ?? '']
  if (used !== undefined && used + inactivity > now()) return true
  const last = lastActivity(environment, transfer.id)
  return last !== undefined && last + inactivity > now() && isInProgress(transfer)
}

const userKey = ({ session, orgNo = '' }: Caller): string | undefined => session && `${session} ${orgNo}`

const isInProgress = (transfer: FileTransfer) => /^Upload(?:Started|Processing)$/.test(current(transfer).status)

/** Records that the caller uses one of the transfer's uploads. */
export function recordUse({ caller, environment, now, commit }: Using, transfer: FileTransfer): void {
  const key = userKey(caller)
  if (key === undefined || transfer.users?.[key] === now()) return
  commit(() => {
    const users = Object.entries(transfer.users ?? {}).filter(([, used]) => used + inactivity > now())
    transfer.users = { ...Object.fromEntries(users), [key]: now() }
    environment.of(fileTransfers).changed(transfer)
  })
}

/** Removes the record that the caller used one of the transfer's uploads. */
export function forgetUse({ caller, environment }: Using, transfer: FileTransfer): void {
  const { [userKey(caller) ?? '']: _, ...users } = transfer.users ?? {}
  transfer.users = users
  environment.of(fileTransfers).changed(transfer)
}

/** Returns true if the caller uses one of the transfer's uploads. Refuses such a caller with BRO-00004 if the upload is not in progress. */
export function demandInProgress(context: Using, transfer: FileTransfer): boolean {
  if (!isUser(context, transfer)) return false
  recordUse(context, transfer)
  if (isInProgress(transfer)) return true
  throw new Refusal('BRO-00004', { reason: `the upload is not in progress: the file transfer has the status ${current(transfer).status}` })
}

type Using = AccessContext & Pick<Act, 'now' | 'commit'>

/** Returns a transfer for which the caller is the sender. Refuses with transfer-id-missing, BRO-00001 or BRO-00006. */
export function ownTransfer(asking: AccessContext, fileTransferId = ''): FileTransfer {
  if (readGuid(fileTransferId) === undefined) throw new Refusal('transfer-id-missing')
  return transferFor(asking, fileTransferId, isSender)
}

/**
 * Returns only a path if the address has no prefix. Otherwise returns a full address, because a client would resolve a path outside its
 * world. Source: decisions §2.
 */
export function placeOf(url: (path: string) => string, { fileTransferId, partialId }: ResumableUpload): string {
  const path = `${rootPath}/${fileTransferId}${partialId && `/partial/${partialId}`}`
  return new URL(url('/')).pathname === '/' ? path : url(path)
}

export const expiresAt = ({ active }: ResumableUpload): string => httpDate(active + inactivity)

/** Source: file-transfer §8, authentication §9. */
export const outlivesToken: NonNullable<Operation['outlivesToken']> = ({ fileTransferId = '' }, environment, now) =>
  (lastActivity(environment, readGuid(fileTransferId) ?? fileTransferId) ?? Number.NEGATIVE_INFINITY) + inactivity > now
