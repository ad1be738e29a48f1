/** Schemas for file transfer ids and file transfer replies. Source: file-transfer §4. */
import { z } from 'zod'
import { readGuid, unreadableValue } from '../../../wire/identifiers.ts'
import { recipientStatusNames, statusNames } from '../wire.ts'

/** Accepts an id in any GUID notation. */
export const byFileTransferId = z.object({
  fileTransferId: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => unreadableValue(String(input)) })
    .meta({ format: 'uuid' }),
})

const time = z.iso.datetime({ offset: true })
const statusFields = { fileTransferStatus: z.enum(statusNames), fileTransferStatusText: z.string(), fileTransferStatusChanged: time }

/** In wire order. Source: file-transfer §4.1. */
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

/** Properties that are not in the overview come first. Source: file-transfer §4.2. */
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
