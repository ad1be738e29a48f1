/** The replies about file transfers that a tester makes. */
import { z } from 'zod'
import { detailsReply, initializeReply } from '../areas/file-transfer/rules/file-transfer.ts'
import { statusNames } from '../areas/file-transfer/rules/statuses.ts'

export const publishedReply = initializeReply

/** As its sender reads it. Source: file-transfer §4.2. */
export const fileTransferReply = detailsReply

export const transferReply = z.object({
  fileTransferId: z.string().describe('The id of the file transfer.'),
  status: z.enum(statusNames).describe('The status of the file transfer.'),
})

export type TransferReply = z.output<typeof transferReply>
