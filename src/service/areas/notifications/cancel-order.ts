/** Cancels an order's shipment if it is due in at least five minutes. */

import { readGuid } from '../../wire/identifiers.ts'
import { reply } from '../../wire/row.ts'
import { zulu } from '../../wire/timestamp.ts'
import { scope, scopes } from '../../wire/vocabulary.ts'
import { callers, defineOperation, ofShipment } from '../operation.ts'
import { byOrderId, cancellationReply } from './constraints/older-replies.ts'
import { moveShipment, notFoundReason, shipmentAbout } from './messages.ts'
import { baseOf, processingOf } from './records/order-view.ts'
import { owns, shipments } from './records.ts'

/** A shipment cannot be cancelled within this many milliseconds before it is due. */
const notice = 5 * 60_000

export const cancelOrder = defineOperation({
  id: 'notifications.cancelOrder',
  method: 'PUT',
  path: '/orders/{id}/cancel',
  summary: 'Cancel a shipment that is not yet due',
  access: scope(scopes.createNotifications),
  dependsOn: ['database'],
  request: { params: byOrderId },
  replies: { 200: reply.json(cancellationReply) },
  refusals: ['no-such-order', 'not-cancellable', 'no-organization'],
  about: ({ params }, world, environment) => shipmentAbout({ shipmentId: readGuid(params.id) ?? '' }, world, environment),
  example: { given: 'a notification is ordered for later', as: callers.creator, input: ofShipment },

  handle({ params }, context) {
    const { environment, now, commit, unbook, reply: answer, fail } = context
    const owner = context.findOwner()
    if (!owner) throw fail('no-organization')
    const shipment = environment.of(shipments).get(readGuid(params.id) ?? '')
    if (!shipment || !owns(owner, shipment)) throw fail('no-such-order', { reason: notFoundReason(shipment, owner.owned.creator) })
    if (shipment.status !== 'Order_Cancelled') {
      const { status, requestedSendTime } = shipment
      if (status !== 'Order_Registered') throw fail('not-cancellable', { reason: `the shipment's status is ${status}` })
      if (requestedSendTime <= now() + notice)
        throw fail('not-cancellable', { reason: `the shipment is due at ${zulu(requestedSendTime)}, within 5 minutes` })
      commit(() => {
        moveShipment(context, shipment, 'Order_Cancelled')
        unbook('notifications.takeOrder', { shipmentId: shipment.id })
      })
    }
    const processingStatus = { ...processingOf(shipment), status: 'Cancelled' } as const
    return answer(200, { ...baseOf(shipment), processingStatus })
  },
})
