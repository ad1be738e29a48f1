/** The schemas of replies about file transfers. */
import { z } from 'zod'
import { readGuid, unreadableValue } from '../../../wire/identifiers.ts'
import { recipientStatusNames, statusNames } from '../wire.ts'

/** The id may have any notation of a GUID. */
export const byFileTransferId = z.object({
  fileTransferId: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => unreadableValue(String(input)) })
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

/** First the properties that the overview does not have. Source: file-transfer §4.2. */
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
