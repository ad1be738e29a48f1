/** The reply about a delivery report that a tester chose. */
import { z } from 'zod'
import { shipmentReply } from '../wire/notifications/manifest.ts'

const recipientReply = shipmentReply.shape.recipients.element

export const reportReply = z.object({ shipmentId: z.uuid(), status: shipmentReply.shape.status, recipient: recipientReply })
