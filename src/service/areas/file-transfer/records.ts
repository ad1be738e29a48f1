/** The records of the file transfer area: transfers, and their resumable uploads. */
import { iso6523, organizationNumber } from '../../wire/identifiers.ts'
import { Refusal } from '../../wire/refusal.ts'
import { getOrCreate } from '../../wire/when-needed.ts'
import type { Blob } from '../../world/platform.ts'
import { defineLifecycle, defineRecord, type Records } from '../../world/records.ts'
import type { Table } from '../../world/table.ts'
import type { World } from '../../world/world.ts'
import type { FileTransferStatus, RecipientStatus } from './wire.ts'

export type { FileTransferStatus, RecipientStatus }

export interface FileTransferMove {
  readonly status: FileTransferStatus
  /** Replaces the text of the status. */
  readonly text?: string | undefined
  readonly at: number
}

export interface RecipientMove {
  /** As `0192:NNNNNNNNN`. */
  readonly recipient: string
  readonly status: RecipientStatus
  readonly at: number
}

/** The stored content of a file. */
export interface Content extends Omit<Blob, 'md5'> {
  /** Lower-case hexadecimal; null for generated content. */
  readonly md5: string | null
  /** Whether the malware search found something. */
  readonly malware: boolean
}

/** Times are world milliseconds since 1970. */
export interface FileTransfer {
  readonly id: string
  readonly created: number
  readonly expires: number
  readonly resourceId: string
  readonly fileName: string
  readonly sendersFileTransferReference: string
  /** As the request wrote it. */
  readonly sender: string
  /** The address of the service as the sender knows it: events name it as their source. Absent in those of earlier versions. */
  readonly base?: string | undefined
  readonly propertyList: Readonly<Record<string, string>>
  readonly virusScan: boolean
  /** As the request wrote it. The content must have this checksum. */
  readonly expectedChecksum: string | null
  /** The checksum that the overview shows. */
  checksum: string | null
  /** How many uploads were begun. An upload is the current one as long as this is its number. */
  uploads: number
  /** When callers used a resumable upload of it, by their session and organization. Absent until then. */
  users?: Record<string, number> | undefined
  /** Whether its resumable upload was given up, and not begun again. */
  givenUp?: true | undefined
  content: Content | null
  /** The bytes of a file that had another checksum, and so was not kept. */
  lostSize?: number | undefined
  /** Oldest first; the last is the current status. */
  moves: [FileTransferMove, ...FileTransferMove[]]
  /** Each once, in the order of first mention. */
  readonly recipients: readonly string[]
  readonly recipientMoves: RecipientMove[]
}

/**
 * No move leads to Cancelled. Of two simultaneous uploads, the second one fails the transfer that the first one published. Source:
 * file-transfer §3.1, §5.3.
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

/** Whether an organization sends, or receives, a transfer. */
export const isSender = (transfer: FileTransfer, orgNo: string) => organizationNumber(transfer.sender) === orgNo
export const isRecipient = (transfer: FileTransfer, orgNo: string) => transfer.recipients.includes(iso6523(orgNo))

/** Milliseconds without a byte after which an upload expires. Source: file-transfer §5.4. */
export const inactivity = 24 * 3_600_000

export interface ResumableUpload {
  readonly fileTransferId: string
  /** 32 hexadecimal digits; empty for a whole file. */
  readonly partialId: string
  /** The number of the upload among those of its transfer, counted from 1. */
  readonly upload: number
  /** Bytes of the whole upload. */
  readonly length: number
  /** The Upload-Concat header of its creation. */
  readonly concat?: string | undefined
  /** The parts to put together, in order; absent afterwards. */
  parts?: readonly ResumableUpload[] | undefined
  /** Bytes received. */
  offset: number
  /** The content so far; absent before the first byte, and after it became the file. */
  content?: PausedContent | undefined
  /** When it was created or last received bytes, in world milliseconds since 1970. */
  active: number
  /** Set when its last bytes came with a checksum: it becomes the file only when its client asks once more. */
  held?: true | undefined
}

export const isComplete = ({ offset, length }: ResumableUpload): boolean => offset === length

/** Whether it has become the file of its transfer. */
export const isFile = (upload: ResumableUpload): boolean =>
  upload.partialId === '' && isComplete(upload) && !upload.content && !upload.parts

/** The state of a malware search between two calls. Plain data. */
export interface SearchState {
  readonly found: boolean
  /** The last bytes, one for each character. */
  readonly tail: string
}

/** Content that arrives in several calls: the bytes so far, and the state of the malware search. */
export interface PausedContent {
  readonly id: string
  readonly size: number
  /** Of the bytes so far. Absent in records of before. */
  readonly md5?: string | undefined
  readonly search: SearchState | undefined
}

export interface Uploads extends Table<ResumableUpload> {
  /** By the id of the file transfer, then by the id of the part. */
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

/** Removes the record of an upload, but not its content. */
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

/** Removes all uploads of a transfer, except the one that became its file. */
export function dropUploads(world: World, environment: Records, fileTransferId: string): void {
  for (const upload of uploadsOf(environment, fileTransferId)) {
    if (!isFile(upload)) dropUpload(world, environment, upload)
  }
}

/** When any upload of a transfer last received bytes; undefined when it has no uploads. */
export function lastActivity(environment: Records, fileTransferId: string): number | undefined {
  let last: number | undefined
  for (const { active } of uploadsOf(environment, fileTransferId)) last = Math.max(active, last ?? active)
  return last
}

/** The uploads that a call changes, each with the bytes that have arrived. The record tells them when the call ends. */
const busy = new WeakMap<ResumableUpload, number>()

/** Only one call at a time changes an upload. Returns a function that unlocks it. Refuses with upload-locked. */
export function lockUpload(upload: ResumableUpload): () => void {
  if (busy.has(upload)) throw new Refusal('upload-locked')
  busy.set(upload, upload.offset)
  return () => busy.delete(upload)
}

/** Notes how many bytes of an upload have arrived in all. The caller holds its lock. */
export const noteArrived = (upload: ResumableUpload, bytes: number): void => void busy.set(upload, bytes)

/** How many bytes have arrived, also of a call that goes on. */
export const arrivedOf = (upload: ResumableUpload): number => busy.get(upload) ?? upload.offset
