/** The facts of a job or call that concerns a shipment. */

import type { About } from '../../../wire/row.ts'
import type { Environment } from '../../../world/environment.ts'
import type { World } from '../../../world/world.ts'
import { orders } from './orders.ts'
import { contentOf, recipientName } from './recipient.ts'
import { type Shipment, shipments } from './shipment.ts'

export function shipmentAbout({ shipmentId }: { shipmentId: string }, _: World, { of }: Environment): About {
  const shipment = of(shipments).get(shipmentId)
  if (!shipment) return {}
  const { creator: org, creatorOrgNo: orgNo, orderId, recipient } = shipment
  const order = of(orders).get(orderId)
  const all = order?.shipmentIds.flatMap((id) => of(shipments).get(id)?.recipient ?? []) ?? [recipient]
  return { org, orgNo, order: order?.idempotencyId, content: contentOf(all), recipients: [recipientName(recipient)] }
}

/** Why a caller does not find a shipment. */
export const notOwn = (shipment: Shipment | undefined, owner: string): string =>
  shipment ? `the shipment belongs to ${shipment.creator}, not to ${owner}` : 'there is no shipment with this id in this environment'
