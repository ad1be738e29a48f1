/** Returns a shipment's delivery manifest to the caller that placed the order. */

import { readGuid } from '../../wire/identifiers.ts'
import { reply } from '../../wire/row.ts'
import { zulu } from '../../wire/timestamp.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import type { Circumstances } from '../circumstances.ts'
import { callers, defineOperation, ofShipment } from '../operation.ts'
import { byShipmentId } from './constraints/feed.ts'
import { type ShipmentReply, shipmentReply } from './constraints/replies.ts'
import { notFoundReason, shipmentAbout } from './messages.ts'
import { owns, type Shipment, shipments } from './records.ts'

export const getShipment = defineOperation({
  id: 'notifications.getShipment',
  method: 'GET',
  path: '/future/shipment/{id}',
  summary: 'Read a shipment’s delivery manifest',
  access: scope(scopes.createNotifications),
  dependsOn: ['database'],
  asks: ['histories'],
  request: { params: byShipmentId },
  replies: { 200: reply.json(shipmentReply) },
  refusals: ['NOT-00003', 'no-organization'],
  about: ({ params }, world, environment) => shipmentAbout({ shipmentId: readGuid(params.id) ?? '' }, world, environment),
  example: { given: 'a notification is ordered', as: callers.creator, input: ofShipment },

  handle({ params }, { circumstances, environment, findOwner, reply: answer, fail }) {
    const owner = findOwner()
    if (!owner) throw fail('no-organization')
    const shipment = environment.of(shipments).get(readGuid(params.id) ?? '')
    if (!shipment || !owns(owner, shipment)) throw fail('NOT-00003', { reason: notFoundReason(shipment, owner.owned.creator) })
    return answer(200, present(shipment, circumstances.history))
  },
})

/** Source: notifications §8.1. */
function present({ id, sendersReference, type, status, lastUpdate, entries }: Shipment, inOrder: Circumstances['history']): ShipmentReply {
  return {
    shipmentId: id,
    ...(sendersReference?.trim() ? { sendersReference } : {}),
    type,
    status,
    lastUpdate: zulu(lastUpdate),
    recipients: inOrder(entries).map((entry) => ({
      type: entry.channel,
      destination: entry.destination,
      status: entry.status,
      lastUpdate: zulu(entry.lastUpdate),
    })),
  }
}
