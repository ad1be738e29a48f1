/** Paths, headers, refusals and lookups shared by the resumable upload rows. */
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

export const rootPath = '/broker/api/v1/filetransfer/upload/tus'

export const filePath = `${rootPath}/{fileTransferId}`
/** Upload paths. Parts have a new path and an old one. */
export const uploadPaths = [filePath, `${filePath}/partial/{partialId}`, `${filePath}/{partialId}`] as const

/** Accepts any string: an id that is not a GUID matches no transfer. */
export const byUpload = z.object({ fileTransferId: z.string(), partialId: z.string().optional() })

const optional = z.string().optional()
const number = z.string().meta({ type: 'integer', format: 'int64' }).optional()
const spoken = { 'tus-resumable': optional.meta({ description: 'The protocol version: 1.0.0.' }) }
export const anyHeaders = z.object(spoken)
export const appendHeaders = z.object({
  ...spoken,
  'upload-offset': number.meta({ description: 'The number of bytes already received.' }),
})
export const createHeaders = z.object({
  ...spoken,
  'upload-length': number.meta({ description: 'The size of the entire upload in bytes.' }),
  'upload-concat': optional.meta({ description: '`partial`, or `final;` with the paths of the parts.' }),
  'upload-metadata': optional.meta({ description: 'Must be parsable, but is not used.' }),
})

export const version = { 'tus-resumable': '1.0.0' } as const

export const exampleOfUpload = {
  given: 'a resumable upload is begun',
  as: callers.sender,
  input: ({ fileTransferId = '' }: Readonly<Record<string, string>>) => ({ params: { fileTransferId }, headers: version }),
} as const

/** Accepts the transfer's id in any GUID notation. */
export function uploadAt(environment: AccessContext['environment'], { fileTransferId, partialId }: z.output<typeof byUpload>) {
  return findUpload(environment, readGuid(fileTransferId) ?? fileTransferId, partialId?.toLowerCase())
}

export function demandUpload(environment: AccessContext['environment'], params: z.output<typeof byUpload>): ResumableUpload {
  const upload = uploadAt(environment, params)
  if (!upload) throw new Refusal('no-such-upload')
  return upload
}

/** Checks that an incomplete upload's bytes are still stored before the reply reports how many there are. */
export const demandBytes = ({ blobs }: Act['world'], upload: ResumableUpload): Promise<void> | undefined =>
  upload.content && !isComplete(upload) ? blobs.check?.(upload.content.id) : undefined

export const askingRefusals = ['not-resumable', 'transfer-id-missing', 'protocol-version', 'BRO-00001', 'BRO-00006'] as const
export const changingRefusals = [...askingRefusals, 'BRO-00004', 'BRO-00005', 'BRO-00002', 'BRO-00021'] as const

/** True if the caller used one of the transfer's uploads in the last 24 hours, or might be using the upload in progress. */
function isUser({ caller, environment, now }: Using, transfer: FileTransfer): boolean {
  const used = transfer.users?.[userKey(caller) ?? '']
  if (used !== undefined && used + inactivity > now()) return true
  const last = lastActivity(environment, transfer.id)
  return last !== undefined && last + inactivity > now() && isInProgress(transfer)
}

const userKey = ({ session, orgNo = '' }: Caller): string | undefined => session && `${session} ${orgNo}`

const isInProgress = (transfer: FileTransfer) => /^Upload(?:Started|Processing)$/.test(current(transfer).status)

export function recordUse({ caller, environment, now, commit }: Using, transfer: FileTransfer): void {
  const key = userKey(caller)
  if (key === undefined || transfer.users?.[key] === now()) return
  commit(() => {
    const users = Object.entries(transfer.users ?? {}).filter(([, used]) => used + inactivity > now())
    transfer.users = { ...Object.fromEntries(users), [key]: now() }
    environment.of(fileTransfers).changed(transfer)
  })
}

export function forgetUse({ caller, environment }: Using, transfer: FileTransfer): void {
  const { [userKey(caller) ?? '']: _, ...users } = transfer.users ?? {}
  transfer.users = users
  environment.of(fileTransfers).changed(transfer)
}

/** True if the caller uses one of the transfer's uploads. Refuses such a caller with BRO-00004 if the upload is not in progress. */
export function demandInProgress(context: Using, transfer: FileTransfer): boolean {
  if (!isUser(context, transfer)) return false
  recordUse(context, transfer)
  if (isInProgress(transfer)) return true
  throw new Refusal('BRO-00004', {
    reason: `the upload is not in progress: the file transfer's status is ${current(transfer).status}`,
  })
}

type Using = AccessContext & Pick<Act, 'now' | 'commit'>

/** Returns a transfer that the caller sends. Refuses with transfer-id-missing, BRO-00001 or BRO-00006. */
export function ownTransfer(asking: AccessContext, fileTransferId = ''): FileTransfer {
  if (readGuid(fileTransferId) === undefined) throw new Refusal('transfer-id-missing')
  return transferFor(asking, fileTransferId, isSender)
}

/**
 * Returns only a path if the URL has no world prefix. Otherwise returns a full URL, because a client would resolve a bare path outside the
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
