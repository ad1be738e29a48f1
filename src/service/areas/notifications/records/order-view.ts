/** Orders in the older routes' format, where each shipment of a newer order appears as a separate order. Source: notifications §14.6. */
import { derivedGuid } from '../../../wire/identifiers.ts'
import { zulu } from '../../../wire/timestamp.ts'
import type { EnvironmentName } from '../../../world/records.ts'
import type { BaseReply, MessagesReply, OlderOrderReply, OrderStatusReply, RecipientReply } from '../constraints/older-replies.ts'
import type { StoredRecipient } from '../constraints/stored-recipient.ts'
import { channelSchemaOf, defaultSender, settingsOf } from '../messages/texts.ts'
import type { Entry, Shipment } from '../records.ts'
import type { Channel } from '../wire.ts'
import { messageTexts, orderTexts, succeeded } from './send-status.ts'

const root = '/notifications/api/v1/orders'
export type UrlOf = (path: string) => string

/** Removes null and undefined members. */
const given = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as { [N in keyof V]?: NonNullable<V[N]> }

export function baseOf({ id, recipient, creator, created, requestedSendTime, sendersReference, conditionEndpoint }: Shipment): BaseReply {
  const { recipientPerson: person, recipientOrganization, recipientExternalIdentity, recipientList: list } = recipient
  const { resourceId, resourceAction } = person ?? recipientOrganization ?? recipientExternalIdentity ?? list ?? {}
  return {
    id,
    ...given({ sendersReference }),
    requestedSendTime: zulu(requestedSendTime),
    creator,
    created: zulu(created),
    notificationChannel: channelSchemaOf(recipient),
    ...given({ ignoreReservation: person ? (person.ignoreReservation ?? false) : list?.ignoreReservation, resourceId, resourceAction }),
    ...given({ conditionEndpoint }),
  }
}

export function processingOf({ status, lastUpdate }: Shipment): OrderStatusReply['processingStatus'] {
  const [told, description] = orderTexts[status]
  return { status: told, description, lastUpdate: zulu(lastUpdate) }
}

export function orderOf(shipment: Shipment, environment: EnvironmentName, url: UrlOf): OlderOrderReply {
  const { id, recipient } = shipment
  const { Email: email, SMS: sms } = settingsOf(recipient)
  const self = url(`${root}/${id}`)
  return {
    ...baseOf(shipment),
    recipients: addressees(recipient),
    ...(email && {
      emailTemplate: {
        fromAddress: email.senderEmailAddress || defaultSender.Email[environment],
        subject: email.subject,
        body: email.body,
        contentType: email.contentType ?? 'Plain',
      },
    }),
    ...(sms && { smsTemplate: { senderNumber: sms.sender || defaultSender.SMS[environment], body: sms.body } }),
    links: { self, status: `${self}/status` },
  }
}

/** Returns the recipients to show. External identities are not shown. */
function addressees({ recipientList: list, ...recipient }: StoredRecipient): RecipientReply[] {
  if (list) return list.recipients.map((each) => given(each))
  return [
    given({
      emailAddress: recipient.recipientEmail?.emailAddress,
      mobileNumber: recipient.recipientSms?.phoneNumber,
      nationalIdentityNumber: recipient.recipientPerson?.nationalIdentityNumber,
      organizationNumber: recipient.recipientOrganization?.orgNumber,
    }),
  ]
}

const inPaths = { Email: 'email', SMS: 'sms' } as const satisfies Record<Channel, string>

/** Includes only channels with messages. */
export function summaryOf({ id, entries }: Shipment, url: UrlOf): Pick<OrderStatusReply, 'notificationsStatusSummary'> {
  const channels = (['Email', 'SMS'] as const).flatMap((channel) => {
    const own = entries.filter((entry) => entry.channel === channel)
    if (own.length === 0) return []
    const name = inPaths[channel]
    const links = { self: url(`${root}/${id}/notifications/${name}`) }
    return [[name, { links, generated: own.length, succeeded: countSucceeded(own) }]]
  })
  return channels.length === 0 ? {} : { notificationsStatusSummary: Object.fromEntries(channels) }
}

const countSucceeded = (entries: readonly Entry[]) => entries.filter(({ status }) => succeeded.has(status)).length

/** Oldest first. A message's id is derived from its position. */
export function messagesOf({ id, sendersReference, recipient, entries }: Shipment, channel: Channel): MessagesReply {
  const own = [...entries.entries()].filter(([, entry]) => entry.channel === channel)
  const named = addressees(recipient)
  return {
    orderId: id,
    ...given({ sendersReference }),
    generated: own.length,
    succeeded: countSucceeded(own.map(([, entry]) => entry)),
    notifications: own.map(([at, entry]) => {
      const [status, description] = messageTexts[entry.status]
      const { emailAddress: _, mobileNumber: __, ...numbers } = named[entry.addressee ?? 0] ?? {}
      return {
        id: derivedGuid('message', id, String(at)),
        succeeded: succeeded.has(entry.status),
        recipient: { [channel === 'Email' ? 'emailAddress' : 'mobileNumber']: entry.destination, ...numbers },
        sendStatus: { status, description, lastUpdate: zulu(entry.lastUpdate) },
      }
    }),
  }
}
