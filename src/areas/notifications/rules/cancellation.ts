/** The schemas for cancelling an order. */
import { z } from 'zod'
import { readGuid } from '../../../wire/values/guid.ts'
import { channelSchemas } from './order.ts'

/** The id may have any notation of a GUID. */
export const byOrderId = z.object({
  id: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ format: 'uuid' }),
})

/** Source: notifications §11.1. */
export const cancellationReply = z.object({
  id: z.uuid(),
  sendersReference: z.string().optional(),
  requestedSendTime: z.iso.datetime(),
  creator: z.string(),
  created: z.iso.datetime(),
  notificationChannel: z.enum(channelSchemas),
  ignoreReservation: z.boolean().optional(),
  resourceId: z.string().optional(),
  resourceAction: z.string().optional(),
  conditionEndpoint: z.string().optional(),
  processingStatus: z.object({
    status: z.literal('Cancelled'),
    description: z.literal('Order processing was stopped due to order being cancelled.'),
    lastUpdate: z.iso.datetime(),
  }),
})

export type CancellationReply = z.output<typeof cancellationReply>
