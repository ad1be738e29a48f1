/** The notifications rows. Source: notifications §1, §2, §3, §9.1. */

import { jsonOf } from './form.ts'
import type { Orders } from './orders.ts'
import { invalid, problem } from './problems.ts'
import { creatorOf } from './register.ts'
import type { Claims } from './tokens.ts'
import { canonicalGuid, isGuid, memberOf, type Reply, type Row, refuse } from './wire.ts'

const scopes = ['altinn:serviceowner/notifications.create']
const takes = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

const creatorIn = (claims: Claims) =>
  creatorOf({ org: claims['urn:altinn:org'], orgNo: claims['urn:altinn:orgNumber'] }) ??
  refuse(problem(403, { detail: 'The token contains no organization.' }))

export function notificationRows(orders: Orders): readonly Row[] {
  const ordering = (id: string, path: string, name: string, create: (creator: string, order: unknown) => Reply): Row => ({
    id,
    method: 'POST',
    path,
    scopes,
    takes,
    answer: async (call) => create(creatorIn(call.claims), await jsonOf(call, name)),
  })
  return [
    ordering('notifications.createOrder', '/future/orders', 'notificationOrderRequest', orders.create),
    ordering('notifications.createInstantOrder', '/future/orders/instant', 'request', (creator, order) => {
      const at = 'InstantNotificationRecipient.ShortMessageDeliveryDetails'
      return orders.createInstant(creator, order, memberOf(order, 'recipient'), 'Sms', at)
    }),
    ordering('notifications.createInstantSms', '/future/orders/instant/sms', 'request', (creator, order) =>
      orders.createInstant(creator, order, order, 'Sms', 'RecipientSms'),
    ),
    ordering('notifications.createInstantEmail', '/future/orders/instant/email', 'request', (creator, order) =>
      orders.createInstant(creator, order, order, 'Email', 'InstantEmailDetails'),
    ),
    {
      id: 'notifications.readFeed',
      method: 'GET',
      path: '/future/shipment/feed',
      scopes,
      answer: ({ url, claims }) => orders.readFeed(creatorIn(claims), feedQuery(url)),
    },
    {
      id: 'notifications.getShipment',
      method: 'GET',
      path: '/future/shipment/{id}',
      scopes,
      answer: ({ params: { id = '' }, claims }) => orders.show(creatorIn(claims), isGuid(id) ? canonicalGuid(id) : ''),
    },
    {
      id: 'notifications.cancelOrder',
      method: 'PUT',
      path: '/orders/{id}/cancel',
      scopes,
      answer: ({ params: { id = '' }, claims }) =>
        isGuid(id) ? orders.cancel(creatorIn(claims), canonicalGuid(id)) : invalid({ id: [`The value '${id}' is not valid.`] }),
    },
  ]
}

function feedQuery({ searchParams }: URL) {
  const query = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const whole = (name: string, otherwise: number) => {
    const text = query.get(name.toLowerCase()) ?? String(otherwise)
    return /^-?\d{1,15}$/.test(text) ? Number(text) : refuse(invalid({ [name]: [`The value '${text}' is not valid for ${name}.`] }))
  }
  const seq = whole('Seq', 0)
  if (seq < 0) refuse(invalid({ Seq: ['The field Seq must be between 0 and 9.223372036854776E+18.'] }))
  const order = query.get('orderby') ?? 'asc'
  if (!/^(?:asc|desc|0|1)$/i.test(order)) refuse(invalid({ OrderBy: [`The value '${order}' is not valid for OrderBy.`] }))
  return { seq, size: Math.min(500, Math.max(1, whole('PageSize', 500))), isNewestFirst: /^(?:desc|1)$/i.test(order) }
}
