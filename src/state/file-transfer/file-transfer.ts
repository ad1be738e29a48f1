/** A file transfer: its record, its lifecycle, and the only moves that change it. */

import { defineLifecycle } from '../lifecycle.ts'
import type { Blob } from '../platform.ts'

export type FileTransferStatus =
  | 'Initialized'
  | 'UploadStarted'
  | 'UploadProcessing'
  | 'Published'
  | 'Cancelled'
  | 'AllConfirmedDownloaded'
  | 'Purged'
  | 'Failed'

export type RecipientStatus = 'Initialized' | 'DownloadStarted' | 'DownloadConfirmed'

export interface FileTransferMove {
  readonly status: FileTransferStatus
  /** A text in place of the status's own. */
  readonly text?: string | undefined
  readonly at: number
}

export interface RecipientMove {
  /** As `0192:NNNNNNNNN`. */
  readonly recipient: string
  readonly status: RecipientStatus
  readonly at: number
}

/** What is stored of a file, and was found while it came in. */
export interface Content extends Omit<Blob, 'md5'> {
  /** Lower-case hexadecimal; null for content that nobody reads whole. */
  readonly md5: string | null
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
  /** As it was sent. */
  readonly sender: string
  readonly propertyList: Readonly<Record<string, string>>
  readonly virusScan: boolean
  /** As it was given: it is what the content is held against. */
  readonly expectedChecksum: string | null
  /** What the overview shows. */
  checksum: string | null
  /** Counts the uploads that were begun, so that each can tell whether it is still the one. */
  uploads: number
  content: Content | null
  /** Oldest first; the last is the current status. */
  readonly moves: [FileTransferMove, ...FileTransferMove[]]
  /** Each once, in the order of first mention. */
  readonly recipients: readonly string[]
  readonly recipientMoves: RecipientMove[]
}

/** Nothing leads to Cancelled; an upload that loses against another undoes what that one published. Source: file-transfer §3.1, §5.3. */
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
