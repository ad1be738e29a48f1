/** The file transfer area's records: transfers, and their resumable uploads. */
import { iso6523, organizationNumber } from '../../../wire/identifiers.ts'
import { Refusal } from '../../../wire/refusal.ts'
import { getOrCreate } from '../../../wire/when-needed.ts'
import type { Blob } from '../../../world/platform.ts'
import type { Table } from '../../../world/records.ts'
import { defineLifecycle, defineRecord, type Records } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import type { FileTransferStatus, RecipientStatus } from '../wire.ts'

export type { FileTransferStatus, RecipientStatus }

export interface FileTransferMove {
  readonly status: FileTransferStatus
  /** Overrides the status's default text. */
  readonly text?: string | undefined
  readonly at: number
}

export interface RecipientMove {
  /** The organization number, as `0192:NNNNNNNNN`. */
  readonly recipient: string
  readonly status: RecipientStatus
  readonly at: number
}

export interface Content extends Omit<Blob, 'md5'> {
  /** Lowercase hexadecimal. Null for generated content. */
  readonly md5: string | null
  readonly malware: boolean
}

/** Times are milliseconds of world time since 1970. */
export interface FileTransfer {
  readonly id: string
  readonly created: number
  readonly expires: number
  readonly resourceId: string
  readonly fileName: string
  readonly sendersFileTransferReference: string
  /** As written in the request. */
  readonly sender: string
  /** The base URL that the sender used, which becomes the source of the transfer's events. Absent in records from earlier versions. */
  readonly base?: string | undefined
  readonly propertyList: Readonly<Record<string, string>>
  readonly virusScan: boolean
  /** The checksum that the content must match, as written in the request. */
  readonly expectedChecksum: string | null
  checksum: string | null
  /** Number of uploads started, which is also the current upload's number. */
  uploads: number
  /** When each caller last used any of the transfer's resumable uploads, keyed by session and organization. */
  users?: Record<string, number> | undefined
  /** Set if the resumable upload was terminated, until a new upload starts. */
  givenUp?: true | undefined
  content: Content | null
  /** The size in bytes of a file rejected because of its checksum. */
  lostSize?: number | undefined
  /** Oldest first. The last move contains the current status. */
  moves: [FileTransferMove, ...FileTransferMove[]]
  /** The recipients without duplicates, in the order of their first occurrence. */
  readonly recipients: readonly string[]
  readonly recipientMoves: RecipientMove[]
}

/**
 * No move leads to Cancelled. If two uploads run concurrently, the second one to finish fails the transfer that the first has published.
 * Source: file-transfer §3.1, §5.3.
 */
export const fileTransferLifecycle = defineLifecycle<FileTransferStatus>('file transfer', {
  Initialized: ['UploadStarted', 'Purged'],
  UploadStarted: ['UploadStarted', 'UploadProcessing', 'Published', 'Failed', 'Purged'],
  UploadProcessing: ['Published', 'Failed', 'Purged'],
  Published: ['AllConfirmedDownloaded', 'Failed', 'Purged'],
  Cancelled: ['Purged'],
  AllConfirmedDownloaded: ['Failed', 'Purged'],
  Purged: [],
  Failed: ['Purged'],
})

export const current = (transfer: FileTransfer): FileTransferMove => transfer.moves.at(-1) ?? transfer.moves[0]
export const published = (transfer: FileTransfer): number | null => transfer.moves.find(({ status }) => status === 'Published')?.at ?? null
export const isConfirmed = (transfer: FileTransfer, recipient: string): boolean =>
  transfer.recipientMoves.some((move) => move.recipient === recipient && move.status === 'DownloadConfirmed')

export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))

/** An upload expires after this many milliseconds without new bytes. Source: file-transfer §5.4. */
export const inactivity = 24 * 3_600_000

export interface ResumableUpload {
  readonly fileTransferId: string
  /** 32 hexadecimal digits. Empty for a whole file. */
  readonly partialId: string
  /** The transfer's upload number, counted from 1. */
  readonly upload: number
  /** The total size of the upload in bytes. */
  readonly length: number
  /** The Upload-Concat header from the call that created the upload. */
  readonly concat?: string | undefined
  /** The parts to concatenate, in order. Absent after concatenation. */
  parts?: readonly ResumableUpload[] | undefined
  /** Bytes received. */
  offset: number
  /** The content received so far. Absent before the first byte and after the content has become the file. */
  content?: PausedContent | undefined
  /** When the upload was created or last received bytes, in milliseconds since 1970, world time. */
  active: number
  /** Set if the upload's last bytes were sent with a checksum. The client must then call again before the upload becomes the file. */
  held?: true | undefined
}

export const isComplete = ({ offset, length }: ResumableUpload): boolean => offset === length

/** True if the upload has become its transfer's file. */
export const isFile = (upload: ResumableUpload): boolean =>
  upload.partialId === '' && isComplete(upload) && !upload.content && !upload.parts

export interface SearchState {
  readonly found: boolean
  /** The last bytes that were searched, each as one character. */
  readonly tail: string
}

/** Content that arrives over several calls, with the state of its malware search. */
export interface PausedContent {
  readonly id: string
  readonly size: number
  /** The MD5 so far. Absent in records from earlier versions. */
  readonly md5?: string | undefined
  readonly search: SearchState | undefined
}

export interface Uploads extends Table<ResumableUpload> {
  /** Keyed by file transfer id, then by part id. */
  readonly byTransfer: Map<string, Map<string, ResumableUpload>>
}

const keyOf = ({ fileTransferId, partialId }: Pick<ResumableUpload, 'fileTransferId' | 'partialId'>) => `${fileTransferId} ${partialId}`

export const resumableUploads = defineRecord({
  name: 'resumableUpload',
  key: (upload: ResumableUpload) => keyOf(upload),
  open(table): Uploads {
    const byTransfer: Uploads['byTransfer'] = new Map()
    for (const upload of table.values()) getOrCreate(byTransfer, upload.fileTransferId, () => new Map()).set(upload.partialId, upload)
    return Object.assign(table, { byTransfer })
  },
})

export const findUpload = ({ of }: Records, fileTransferId: string, partialId = ''): ResumableUpload | undefined =>
  of(resumableUploads).get(keyOf({ fileTransferId, partialId }))

export function addUpload(world: World, environment: Records, upload: ResumableUpload): void {
  const { fileTransferId, partialId } = upload
  const before = findUpload(environment, fileTransferId, partialId)
  if (before) dropUpload(world, environment, before)
  const uploads = environment.of(resumableUploads)
  uploads.insert(upload)
  getOrCreate(uploads.byTransfer, fileTransferId, () => new Map<string, ResumableUpload>()).set(partialId, upload)
}

/** Removes an upload's record but not its content. */
export function takeUpload({ of }: Records, upload: ResumableUpload): void {
  const uploads = of(resumableUploads)
  const ofTransfer = uploads.byTransfer.get(upload.fileTransferId)
  if (ofTransfer?.get(upload.partialId) !== upload) return
  ofTransfer.delete(upload.partialId)
  if (ofTransfer.size === 0) uploads.byTransfer.delete(upload.fileTransferId)
  uploads.remove(upload)
}

export function dropUpload(world: World, environment: Records, upload: ResumableUpload): void {
  takeUpload(environment, upload)
  for (const { content } of [upload, ...(upload.parts ?? [])]) if (content) world.blobs.remove(content.id)
}

const uploadsOf = ({ of }: Records, fileTransferId: string): Iterable<ResumableUpload> =>
  of(resumableUploads).byTransfer.get(fileTransferId)?.values() ?? []

/** Removes all of a transfer's uploads except the one that became its file. */
export function dropUploads(world: World, environment: Records, fileTransferId: string): void {
  for (const upload of uploadsOf(environment, fileTransferId)) {
    if (!isFile(upload)) dropUpload(world, environment, upload)
  }
}

/** Returns when a transfer's uploads last received bytes. Undefined if the transfer has no uploads. */
export function lastActivity(environment: Records, fileTransferId: string): number | undefined {
  let last: number | undefined
  for (const { active } of uploadsOf(environment, fileTransferId)) last = Math.max(active, last ?? active)
  return last
}

/** Uploads in use by a call, with the bytes received so far. The record is updated when the call ends. */
const busy = new WeakMap<ResumableUpload, number>()

/** Locks an upload for one call and returns its unlock function. Refuses with upload-locked. */
export function lockUpload(upload: ResumableUpload): () => void {
  if (busy.has(upload)) throw new Refusal('upload-locked')
  busy.set(upload, upload.offset)
  return () => busy.delete(upload)
}

/** Updates the number of received bytes during a call. `bytes`: the upload's total so far. The caller must hold the upload's lock. */
export const recordReceived = (upload: ResumableUpload, bytes: number): void => void busy.set(upload, bytes)

/** Returns the bytes received so far, including by a call in progress. */
export const receivedBytes = (upload: ResumableUpload): number => busy.get(upload) ?? upload.offset
