/** The reply about a delivery report that a tester chose. */
import { z } from 'zod'
import { shipmentReply } from '../areas/notifications/rules/manifest.ts'

const recipientReply = shipmentReply.shape.recipients.element

export const reportReply = z.object({ shipmentId: z.uuid(), status: shipmentReply.shape.status, recipient: recipientReply })
