/** Cancels one shipment of an order, at least five minutes before it is due. */
import { z } from 'zod'
import { reply } from '../../wire/row.ts'
import { scope, scopes } from '../../wire/scopes.ts'
import { readGuid } from '../../wire/values/identifiers.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import { callers, defineOperation, ofShipment } from '../operation.ts'
import { notOwn, shipmentAbout } from './records/message.ts'
import { owns } from './records/orders.ts'
import { channelSchemaOf } from './records/recipient.ts'
import { type Shipment, shipments } from './records/shipment.ts'
import { moveShipment } from './records/shipment-moves.ts'
import { channelSchemas } from './rules/order.ts'

/** The id may have any notation of a GUID. */
const byOrderId = z.object({
  id: z
    .string()
    .refine((text) => readGuid(text) !== undefined, { error: ({ input }) => `The value '${String(input)}' is not valid.` })
    .meta({ format: 'uuid' }),
})

/** Source: notifications §11.1. */
const cancellationReply = z.object({
  id: z.uuid(),
  sendersReference: z.string().optional(),
  requestedSendTime: z.iso.datetime(),
  creator: z.string(),
  created: z.iso.datetime(),
  notificationChannel: z.enum(channelSchemas),
  ignoreReservation: z.boolean().optional(),
  resourceId: z.string().optional(),
  resourceAction: z.string().optional(),
  conditionEndpoint: z.string().optional(),
  processingStatus: z.object({
    status: z.literal('Cancelled'),
    description: z.literal('Order processing was stopped due to order being cancelled.'),
    lastUpdate: z.iso.datetime(),
  }),
})

type CancellationReply = z.output<typeof cancellationReply>

/** A shipment that is due within so many milliseconds cannot be cancelled. */
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
    const { environment, now, commit, reply: answer, fail } = context
    const owner = context.findOwner()
    if (!owner) throw fail('no-organization')
    const shipment = environment.of(shipments).get(readGuid(params.id) ?? '')
    if (!shipment || !owns(owner, shipment)) throw fail('no-such-order', { reason: notOwn(shipment, owner.owned.creator) })
    if (shipment.status !== 'Order_Cancelled') {
      const { status, requestedSendTime } = shipment
      if (status !== 'Order_Registered') throw fail('not-cancellable', { reason: `the shipment has the status ${status}` })
      if (requestedSendTime <= now() + notice)
        throw fail('not-cancellable', { reason: `the shipment is due at ${zulu(requestedSendTime)}, in no more than 5 minutes` })
      commit(() => moveShipment(context, shipment, 'Order_Cancelled'))
    }
    return answer(200, present(shipment))
  },
})

/** Source: notifications §11.1. */
function present({ id, recipient, creator, created, requestedSendTime, lastUpdate, ...shipment }: Shipment): CancellationReply {
  const { recipientPerson: person, recipientOrganization, recipientExternalIdentity, recipientSms } = recipient
  const { resourceId, resourceAction } = person ?? recipientOrganization ?? recipientExternalIdentity ?? {}
  return {
    id,
    ...given({ sendersReference: shipment.sendersReference }),
    requestedSendTime: zulu(requestedSendTime),
    creator,
    created: zulu(created),
    notificationChannel: recipientSms ? 'Sms' : channelSchemaOf(recipient),
    ...given({ ignoreReservation: person ? (person.ignoreReservation ?? false) : undefined }),
    ...given({ resourceId }),
    ...given({ resourceAction }),
    ...given({ conditionEndpoint: shipment.conditionEndpoint }),
    processingStatus: {
      status: 'Cancelled',
      description: 'Order processing was stopped due to order being cancelled.',
      lastUpdate: zulu(lastUpdate),
    },
  }
}

/** Members that are null are left out. */
const given = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as { [N in keyof V]?: NonNullable<V[N]> }
