/** The reply about a delivery report that a tester chose. */
import { z } from 'zod'
import { shipmentReply } from '../areas/notifications/rules/manifest.ts'

const recipientReply = shipmentReply.shape.recipients.element

export const reportReply = z.object({
  shipmentId: z.uuid().describe('The id of a shipment. Its delivery manifest is at /future/shipment/{id}.'),
  status: shipmentReply.shape.status.describe('Where the order is.'),
  recipient: recipientReply.describe('The entry of the delivery manifest.'),
})
