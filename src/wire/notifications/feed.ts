/** What is said when the feed of shipments is read. */
import { z } from 'zod'
import { feedOrders, feedQueryFaults } from './feed-query.ts'
import { shipmentReply } from './shipment.ts'

const text = (about: string) => z.string().optional().describe(about)

/** Texts, of which `readFeedQuery` makes values. What is wrong with them bears the server's names. Source: notifications §4.7. */
export const feedQuery = z
  .object({
    seq: text('A sequence number, 0 when absent: entries after it, in descending order before it.'),
    pageSize: text('The number of entries, from 1 to 500, which is the default; what lies outside is taken for the nearest.'),
    orderBy: z
      .string()
      .optional()
      .meta({ enum: [...feedOrders] }),
  })
  .superRefine((query, { addIssue }) => {
    for (const [name, message] of feedQueryFaults(query)) addIssue({ code: 'custom', path: [name], message })
  })

const { shipmentId, sendersReference, recipients, type, lastUpdate } = shipmentReply.shape

/** Source: notifications §9.2. */
export const feedReply = z.array(
  z.object({
    sequenceNumber: z.int().min(1),
    shipmentId,
    sendersReference,
    recipients: z.array(recipients.element.omit({ type: true })),
    status: z.enum(['Order_Completed', 'Order_SendConditionNotMet']),
    lastUpdate,
    shipmentType: type,
  }),
)

export type FeedReply = z.output<typeof feedReply>
