/** The statuses of file transfers, and of their recipients. */

/** The statuses in the order of their numbers, and the text of each status that has no other detail. Source: file-transfer §5.2. */
export const fileTransferStatuses = {
  Initialized: 'Ready for upload',
  UploadStarted: 'Upload started',
  UploadProcessing: 'Processing upload',
  Published: 'Ready for download',
  Cancelled: 'FileTransfer cancelled',
  AllConfirmedDownloaded: 'All downloaded',
  Purged: 'FileTransfer has been purged',
  Failed: 'Upload failed',
} as const
export const recipientStatuses = {
  Initialized: 'Initialized',
  DownloadStarted: 'Recipient has attempted to download fileTransfer',
  DownloadConfirmed: 'Recipient has downloaded fileTransfer',
} as const

export type FileTransferStatus = keyof typeof fileTransferStatuses
export type RecipientStatus = keyof typeof recipientStatuses

export const statusNames = Object.keys(fileTransferStatuses) as FileTransferStatus[]
export const recipientStatusNames = Object.keys(recipientStatuses) as RecipientStatus[]
