/** Has a delivery report of your choosing arrive. */
import { z } from 'zod'
import { shipmentReply } from '../wire/notifications/shipment.ts'
import { json, reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { defineControl } from './row.ts'

const params = z.object({
  id: z.string().describe('A shipment of the environment addressed.'),
  n: z.coerce.number().int().min(0).describe('Which of the recipients of its delivery manifest, counted from 0.'),
})

const recipient = shipmentReply.shape.recipients.element
const reported = z.object({ shipmentId: z.uuid(), status: shipmentReply.shape.status, recipient })

export const reportDelivery = defineControl({
  id: 'control.reportDelivery',
  method: 'POST',
  path: '/_standin/shipments/{id}/recipients/{n}',
  summary: 'Have a delivery report arrive, also a late one that overwrites another',
  request: { params, body: json(z.strictObject({ status: z.string() })) },
  replies: { 200: reply.json(reported) },
  example: { params: { id: '91d7a3a4-0b3f-4b1e-a3c5-6f2e8d4c7b98', n: '0' }, body: { status: 'Email_Failed_Bounced' } },

  handle({ params: { id, n }, body }, { knobs, address, reply: answer }) {
    const { shipment, entry } = knobs.reports.report(address.environment, id, n, body.status)
    const { channel: type, destination, lastUpdate } = entry
    const status = entry.status as z.output<typeof recipient>['status']
    const shown = { type, destination, status, lastUpdate: zulu(lastUpdate) }
    return answer(200, { shipmentId: shipment.id, status: shipment.status, recipient: shown })
  },
})
