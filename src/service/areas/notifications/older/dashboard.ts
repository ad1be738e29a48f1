/** Lists all senders' messages to a person or organization, for support. Source: notifications §14.8. */

import type { z } from 'zod'
import { reply } from '../../../wire/row.ts'
import { scope, scopes } from '../../../wire/vocabulary.ts'
import type { Circumstances } from '../../circumstances.ts'
import { type Context, callers } from '../../operation.ts'
import {
  type DashboardReply,
  dashboardReply,
  type SearchedNumber,
  searchErrors,
  windowOf,
  type windowQuery,
} from '../constraints/dashboard.ts'
import { baseOf, messagesOf } from '../records/order-view.ts'
import { type Shipment, shipments } from '../records.ts'
import type { Channel } from '../wire.ts'

export const dashboardFacts = {
  method: 'GET',
  dialect: 'live',
  access: scope(scopes.supportNotifications),
  dependsOn: ['database'],
  asks: ['histories'],
  replies: { 200: reply.json(dashboardReply) },
  refusals: ['validation'],
  about: () => ({}),
} as const

export const dashboardExample = (headers: Readonly<Record<string, string>>) => ({
  as: callers.supporter,
  input: () => ({ headers }),
})

type Asking = Pick<Context<typeof dashboardFacts.replies, 'validation'>, 'circumstances' | 'environment' | 'fail' | 'now' | 'reply'>
type Attempt = DashboardReply[number]['deliveryAttempts'][number]

export function answerDashboard(kind: SearchedNumber, number: string, query: z.output<typeof windowQuery>, context: Asking) {
  const { circumstances, environment, fail, now, reply: answer } = context
  const errors = searchErrors(kind, number, query, now())
  if (errors) throw fail('validation', {}, errors)
  const { from, to } = windowOf(query, now())
  const inWindow = environment
    .of(shipments)
    .toNumber(number)
    .filter(({ requestedSendTime: at }) => from <= at && at < to)
  return answer(
    200,
    inWindow.map((shipment) => present(shipment, number, circumstances.history)),
  )
}

function present(shipment: Shipment, number: string, inOrder: Circumstances['history']): DashboardReply[number] {
  const { id, creator, resourceId, sendersReference, requestedSendTime, notificationChannel } = baseOf(shipment)
  return {
    shipmentId: id,
    creatorName: creator,
    ...(resourceId !== undefined && { resourceId }),
    ...(sendersReference !== undefined && { sendersReference }),
    requestedSendTime,
    notificationChannel,
    notificationType: shipment.type.toLowerCase(),
    deliveryAttempts: [...inOrder([...attemptsIn(shipment, 'Email', number), ...attemptsIn(shipment, 'SMS', number)])],
  }
}

/** Returns only messages to this recipient, because an older order can have other recipients. */
const attemptsIn = (shipment: Shipment, channel: Channel, number: string): Attempt[] =>
  messagesOf(shipment, channel).notifications.flatMap(({ recipient, sendStatus }) => {
    if (recipient.nationalIdentityNumber !== number && recipient.organizationNumber !== number) return []
    return [{ ...recipient, channel: channel === 'Email' ? 'email' : 'sms', result: sendStatus.status, resultTime: sendStatus.lastUpdate }]
  })
