/** The reply about magic recipients and file names. */
import { z } from 'zod'
import { entryStatuses } from '../areas/notifications/rules/shipment.ts'
import { pageReply } from './page.ts'

export const recipe = z.object({
  status: z.enum(entryStatuses),
  recipient: z.looseObject({}).describe('As it stands in an order.'),
  how: z.string(),
})

const file = z.object({
  word: z.string().describe('A whole word of the file name.'),
  result: z.enum(['clean', 'infected', 'error']),
  after: z
    .union([z.int(), z.literal('never')])
    .nullable()
    .describe('Milliseconds; null: after as long as any other.'),
})

export const recipientsReply = z.object({ recipients: z.array(recipe), files: z.array(file), ...pageReply })
