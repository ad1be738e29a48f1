/** The control row that sends a delivery report. */
import { z } from 'zod'
import { shipmentReply } from '../../service/areas/notifications/index.ts'
import { json, reply } from '../../service/wire/row.ts'
import { defineControl } from '../rows/row.ts'

export const reportReply = z.object({
  shipmentId: z.uuid().describe('The shipment id. Its delivery manifest is at /future/shipment/{id}.'),
  status: shipmentReply.shape.status.describe("The order's status."),
  recipient: shipmentReply.shape.recipients.element.describe("The recipient's entry in the delivery manifest."),
})

const params = z.object({
  id: z.string().describe('A shipment in this environment.'),
  n: z.coerce.number().int().min(0).describe("The recipient's position in the delivery manifest, starting at 0."),
})

const reportDelivery = defineControl('control.reportDelivery', 'POST /_standin/shipments/{id}/recipients/{n}', {
  summary: 'Send a delivery report. A late report overwrites an earlier one',
  request: { params, body: json(z.strictObject({ status: z.string().describe('The status to report.') })) },
  replies: { 200: reply.json(reportReply) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98', n: '0' }, body: { status: 'Email_Failed_Bounced' } },

  handle: ({ params: { id, n }, body }, { knobs, address, reply: answer }) =>
    answer(200, knobs.reports.report(address.environment, id, n, body.status)),
})

export const reportsRows = [reportDelivery] as const
