/** The replies about file transfers that a tester makes. */
import { z } from 'zod'
import { detailsReply, initializeReply } from '../wire/file-transfer/file-transfer.ts'
import { statusNames } from '../wire/file-transfer/statuses.ts'

export const publishedReply = initializeReply

/** As its sender reads it. Source: file-transfer §4.2. */
export const fileTransferReply = detailsReply

export const transferReply = z.object({ fileTransferId: z.string(), status: z.enum(statusNames) })

export type TransferReply = z.output<typeof transferReply>
