/** A file transfer: its record and its lifecycle. */
import { iso6523, organizationNumber } from '../../../wire/identifiers.ts'
import type { Blob } from '../../../world/platform.ts'
import { defineLifecycle } from '../../../world/records.ts'
import type { FileTransferStatus, RecipientStatus } from '../wire.ts'

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
