/** What is said about file transfers. */
import { z } from 'zod'
import { readGuid } from '../values/guid.ts'
import { readChoice, readFlag, readInstant } from '../values/query-value.ts'

export { type FormFields, formFields, type InitializeRequest, initializeRequest } from './initialize.ts'

/** The statuses, in the order of their numbers, with the text that each has unless a detail replaces it. Source: file-transfer §5.2. */
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
export const searchRoles = ['Recipient', 'Sender'] as const

export type FileTransferStatus = keyof typeof fileTransferStatuses
export type RecipientStatus = keyof typeof recipientStatuses
export type SearchRole = (typeof searchRoles)[number]

const statusNames = Object.keys(fileTransferStatuses) as FileTransferStatus[]
const recipientStatusNames = Object.keys(recipientStatuses) as RecipientStatus[]

const required = 'The resourceId field is required.'
const notValid = ({ input }: { readonly input?: unknown }) => `The value '${String(input)}' is not valid.`

/** A parameter that may be left out or empty. */
const optionalText = (reads: (text: string) => unknown, error: (issue: { readonly input?: unknown }) => string = notValid) =>
  z
    .string()
    .refine((text) => text.trim() === '' || reads(text) !== undefined, { error })
    .optional()

const choice = (names: readonly string[]) => {
  const read = (text: string) => readChoice(names, text)
  const error = ({ input }: { readonly input?: unknown }) =>
    read(input as string) === undefined ? notValid({ input }) : `The value '${String(input)}' is invalid.`
  return optionalText((text) => (typeof read(text) === 'string' ? text : undefined), error).meta({ enum: [...names] })
}
const instant = optionalText(readInstant).meta({ format: 'date-time' })

/** Texts, of which `readSearch` makes values. Source: file-transfer §4.3. */
export const searchQuery = z.object({
  resourceId: z.string({ error: required }).regex(/\S/, { error: required }),
  status: choice(statusNames),
  recipientStatus: choice(recipientStatusNames),
  from: instant,
  to: instant,
  orderAscending: optionalText(readFlag).meta({ enum: ['true', 'false'] }),
  role: choice(searchRoles),
})

/** In any notation of a GUID. */
export const byFileTransferId = z.object({
  fileTransferId: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: notValid })
    .meta({ format: 'uuid' }),
})

const time = z.iso.datetime({ offset: true })
const statusFields = { fileTransferStatus: z.enum(statusNames), fileTransferStatusText: z.string(), fileTransferStatusChanged: time }

/** In the order of the wire. Source: file-transfer §4.1. */
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

/** What it has beyond the overview comes first. Source: file-transfer §4.2. */
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
export const searchReply = z.array(z.guid())

export type SearchQuery = z.output<typeof searchQuery>
export type Overview = z.output<typeof overviewReply>
export type Details = z.output<typeof detailsReply>
