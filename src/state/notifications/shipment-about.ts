/** The facts of a job or call that concerns a shipment. */
import type { About } from '../../wire/row.ts'
import type { Environment } from '../environment.ts'
import type { World } from '../world.ts'
import { recipientName } from './recipient.ts'

export function shipmentAbout({ shipmentId }: { shipmentId: string }, _: World, { orders, shipments }: Environment): About {
  const shipment = shipments.get(shipmentId)
  if (!shipment) return {}
  const { creator: org, creatorOrgNo: orgNo, orderId, recipient } = shipment
  return { org, orgNo, order: orders.get(orderId)?.idempotencyId, recipients: [recipientName(recipient)] }
}
