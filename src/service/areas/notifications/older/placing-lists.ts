/** Places an order for a list of recipients and reports which of them are unreachable. Source: notifications §14.5. */

import { demandStorableTexts } from '../../../wire/refusal.ts'
import { type Reply, reply } from '../../../wire/row.ts'
import { scope, scopes } from '../../../wire/vocabulary.ts'
import type { Act, Context } from '../../operation.ts'
import { type Addressee, type OlderBase, type PlacedReply, placedReply } from '../constraints/older-order.ts'
import { type EmailSettings, emailContentTypes } from '../constraints/order.ts'
import type { RecipientList } from '../constraints/stored-recipient.ts'
import { contentOf, memberOf, recipientNames } from '../messages/texts.ts'
import { registerShipment, sendTimeOf } from '../placing.ts'
import { contactsNow, missing } from '../records/addressing.ts'
import { type Owned, orders, type Shipment, storeOrder } from '../records.ts'

const replies = { 202: reply.json(placedReply, 'location') }

export const listFacts = {
  method: 'POST',
  dialect: 'live',
  access: scope(scopes.createNotifications),
  dependsOn: ['register', 'database'],
  asks: ['contacts'],
  replies,
  refusals: ['no-organization', 'unmappable'],
} as const

type Templates = Pick<RecipientList, 'channelSchema' | 'emailSettings' | 'smsSettings'>

export function listOf({ recipients = [], ignoreReservation, resourceId, resourceAction }: OlderBase, templates: Templates): RecipientList {
  return { ...templates, resourceId, resourceAction, ignoreReservation, recipients: recipients.flatMap((each) => each ?? []) }
}

/** Falls back to Plain, because the constraints accept unknown content type numbers. */
export const contentTypeOf = (given: EmailSettings['contentType'] | null): EmailSettings['contentType'] =>
  given != null && emailContentTypes.includes(given) ? given : 'Plain'

export const aboutList = (recipientList: RecipientList) => ({
  content: contentOf([{ recipientList }]),
  recipients: recipientNames({ recipientList }),
})

type Placing = Context<typeof replies, 'no-organization', 'register' | 'database'>

export function placeList(request: OlderBase, recipientList: RecipientList, context: Placing): Reply {
  const owner = context.findOwner()
  if (!owner) throw context.fail('no-organization')
  const recipientLookup = lookUpAll(recipientList, context)
  demandStorableTexts(request)
  const { id } = context.commit(() => register(request, recipientList, owner.owned, context))
  const location = context.url(`/notifications/api/v1/orders/${id}`)
  return context.reply(202, { orderId: id, ...(recipientLookup && { recipientLookup }) }, { location })
}

/** Returns undefined if no recipient is identified by a number. */
function lookUpAll(list: RecipientList, act: Act<'register' | 'database'>): PlacedReply['recipientLookup'] {
  const lookedUp = list.recipients.filter((each) => numberOf(each) !== '')
  if (lookedUp.length === 0) return undefined
  act.reach('register')
  const [reserved, missed] = [new Set<string>(), new Set<string>()]
  for (const each of lookedUp) {
    const contacts = contactsNow(act, memberOf(list, each))
    if (contacts?.reserved) reserved.add(numberOf(each))
    else if (!contacts || missing(list.channelSchema, contacts)) missed.add(numberOf(each))
  }
  const unreached = reserved.size + missed.size
  const status = unreached === 0 ? 'Success' : unreached === lookedUp.length ? 'Failed' : 'PartialSuccess'
  return { status, isReserved: [...reserved], missingContact: [...missed] }
}

const numberOf = ({ nationalIdentityNumber, organizationNumber }: Addressee) => organizationNumber || nationalIdentityNumber || ''

/** Stores an order and its only shipment, which has the same id. */
function register(request: OlderBase, recipientList: RecipientList, owned: Owned, act: Act): Shipment {
  const { environment, random, now } = act
  const created = now()
  const id = random.guid()
  const requestedSendTime = sendTimeOf(request.requestedSendTime, created)
  const facts = { id, orderId: id, type: 'Notification', requestedSendTime, recipient: { recipientList }, created } as const
  const shipment = registerShipment(request, owned, facts, act)
  storeOrder(environment.of(orders), { id, family: 'older', owned, idempotencyId: null, shipmentIds: [id] })
  return shipment
}
