/** Finds one of the caller's orders and its messages. */

import { readGuid } from '../../../wire/identifiers.ts'
import { scope, scopes } from '../../../wire/vocabulary.ts'
import type { Environment } from '../../../world/records.ts'
import type { World } from '../../../world/world.ts'
import { type Context, callers, ofShipment } from '../../operation.ts'
import { byOrderId, type MessagesReply } from '../constraints/older-replies.ts'
import { notFoundReason, shipmentAbout } from '../messages.ts'
import { messagesOf } from '../records/order-view.ts'
import { owns, type Shipment, shipments } from '../records.ts'
import type { Channel } from '../wire.ts'

export const ownFacts = {
  method: 'GET',
  dialect: 'live',
  access: scope(scopes.createNotifications),
  dependsOn: ['database'],
  request: { params: byOrderId },
  refusals: ['order-not-found', 'no-organization'],
  about: ({ params }: { params: { id: string } }, world: World, environment: Environment) =>
    shipmentAbout({ shipmentId: readGuid(params.id) ?? '' }, world, environment),
  example: { given: 'a notification is delivered', as: callers.creator, input: ofShipment },
} as const

type Finding = Pick<Context<never, 'order-not-found' | 'no-organization'>, 'environment' | 'fail' | 'findOwner'>

export function ownOrder({ id }: { readonly id: string }, { environment, fail, findOwner }: Finding): Shipment {
  const owner = findOwner()
  if (!owner) throw fail('no-organization')
  const shipment = environment.of(shipments).get(readGuid(id) ?? '')
  if (!shipment || !owns(owner, shipment)) throw fail('order-not-found', { reason: notFoundReason(shipment, owner.owned.creator) })
  return shipment
}

export const messagesFacts = { ...ownFacts, asks: ['histories'] } as const

/** Messages are in no guaranteed order, because the service's query does not sort them. Source: notifications §14.6. */
export function ownMessages(
  params: { readonly id: string },
  channel: Channel,
  context: Finding & Pick<Context, 'circumstances'>,
): MessagesReply {
  const told = messagesOf(ownOrder(params, context), channel)
  return { ...told, notifications: [...context.circumstances.history(told.notifications)] }
}
