/** How control rows name a file transfer, and say what became of it. */
import { z } from 'zod'
import { fileTransferStatuses } from '../wire/file-transfer/file-transfer.ts'

export const byTransferId = z.object({ id: z.string().describe('A file transfer of the environment addressed.') })

export const transferStatus = z.object({ fileTransferId: z.string(), status: z.enum(Object.keys(fileTransferStatuses) as [Status]) })

type Status = keyof typeof fileTransferStatuses
