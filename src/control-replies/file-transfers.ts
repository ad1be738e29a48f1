/** The replies about file transfers that a tester makes. */
import { z } from 'zod'
import { initializeReply, statusNames } from '../wire/file-transfer/file-transfer.ts'

export const publishedReply = initializeReply

export const transferReply = z.object({ fileTransferId: z.string(), status: z.enum(statusNames) })

export type TransferReply = z.output<typeof transferReply>
