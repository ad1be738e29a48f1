/** File transfers: their statuses, and the schemas of replies about them. */
import { z } from 'zod'
import { readGuid } from '../values/guid.ts'

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

/** The id may have any notation of a GUID. */
export const byFileTransferId = z.object({
  fileTransferId: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ format: 'uuid' }),
})

const time = z.iso.datetime({ offset: true })
const statusFields = { fileTransferStatus: z.enum(statusNames), fileTransferStatusText: z.string(), fileTransferStatusChanged: time }

/** The properties in the order of the wire. Source: file-transfer §4.1. */
const about = {
  fileTransferId: z.guid(),
  resourceId: z.string(),
  fileName: z.string(),
  sendersFileTransferReference: z.string(),
  checksum: z.string().nullable(),
  useVirusScan: z.boolean(),
  fileTransferSize: z.int().min(0),
  ...statusFields,
  created: time,
  expirationTime: time,
  sender: z.string(),
  recipients: z.array(
    z.object({
      recipient: z.string(),
      currentRecipientFileTransferStatusCode: z.enum(recipientStatusNames),
      currentRecipientFileTransferStatusText: z.string(),
      currentRecipientFileTransferStatusChanged: time,
    }),
  ),
  propertyList: z.record(z.string(), z.string()),
}
const published = time.nullable()

export const overviewReply = z.object({ ...about, published })

/** The properties that the overview does not have come first. Source: file-transfer §4.2. */
export const detailsReply = z.object({
  fileTransferStatusHistory: z.array(z.object(statusFields)),
  recipientFileTransferStatusHistory: z.array(
    z.object({
      recipient: z.string(),
      recipientFileTransferStatusCode: z.enum(recipientStatusNames),
      recipientFileTransferStatusText: z.string(),
      recipientFileTransferStatusChanged: time,
    }),
  ),
  published,
  ...about,
})

export const initializeReply = z.object({ fileTransferId: z.guid() })

export type Overview = z.output<typeof overviewReply>
export type Details = z.output<typeof detailsReply>
