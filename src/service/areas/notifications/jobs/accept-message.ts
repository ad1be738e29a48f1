/** Accepts or rejects a message, as a provider would. */

import { callThat } from '../../../world/outgoing.ts'
import type { Act } from '../../operation.ts'
import { defineJob, type Outcome } from '../../operation.ts'
import { type MessageData, notificationBookings } from '../bookings.ts'
import type { Ending } from '../magic-recipients.ts'
import { expiryOf, expiryRun, findMessage, type Message, moveMessage, sendTime, shipmentAbout } from '../messages.ts'
import type { Shipment } from '../records.ts'
import type { EntryStatus } from '../wire.ts'

export const acceptMessage = defineJob({
  id: 'notifications.acceptMessage',
  summary: 'A provider accepts or rejects a message',
  dependsOn: ['database'],
  asks: ['outcome', 'receiver'],
  ...notificationBookings['notifications.acceptMessage'],
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => `${channel}_Sending`)
    if (!message) return { id: data.shipmentId, nothing: 'the message is no longer being sent' }
    const { channel, destination } = message.entry
    if (act.now() > expiryOf(message.shipment, message.entry)) return { id: data.shipmentId, nothing: 'expired' }
    const ending = act.circumstances.outcome({ channel, address: destination, round: data.round ?? 0 })
    if (message.shipment.recipient.attachments === undefined || ending.at === 'sending') return proceed(data, message, ending, act)
    return fetchAttachments(message.shipment, act).then((failed) => {
      const fetched = findMessage(data, act, () => 'Email_Sending')
      if (!fetched) return { id: data.shipmentId, nothing: 'the message is no longer being sent' }
      return proceed(data, fetched, failed === undefined ? ending : { at: 'sending', status: failed }, act)
    })
  },
})

function proceed(data: MessageData, message: Message, ending: Ending, act: Act): Outcome {
  const { channel } = message.entry
  return act.commit(() => {
    goOn(data, message, ending, act)
    return moveMessage(act, message, statusAfter(ending, channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded', `${channel}_New`))
  })
}

function statusAfter(ending: Ending, taken: EntryStatus, again: EntryStatus): EntryStatus {
  if (ending.at === 'sending') return ending.status
  return ending.at === 'again' ? again : taken
}

function goOn(data: MessageData, { shipment, entry }: Message, ending: Ending, act: Act): void {
  const { now, book } = act
  if (ending.at === 'report') book('notifications.reportMessage', { ...data, status: ending.status })
  if (ending.at === 'never') book('notifications.expireMessage', data, expiryRun(expiryOf(shipment, entry)))
  if (ending.at === 'again')
    book('notifications.sendMessage', { ...data, round: (data.round ?? 0) + 1 }, sendTime(act, shipment, entry.channel, now()))
}

/** Maximum email size in bytes, including Base64-encoded attachments. */
const largestEmail = 10 * 1_048_576

/**
 * Fetches a composed email's attachments. Returns a failure status, or undefined if the email can be sent. A URL that Standin must not call
 * counts as fetched. Sources: notifications §14.7, decisions §15.
 */
async function fetchAttachments({ recipient }: Shipment, act: Act): Promise<EntryStatus | undefined> {
  let left = largestEmail
  for (const { sasUrl: url } of recipient.attachments ?? []) {
    // Reads one byte more than the limit, to detect an attachment that is too large. A limit of 0 would read nothing.
    const limit = Math.floor((left / 4) * 3) + 1
    const { outgoing } = act.world
    const called = await callThat(act.circumstances.receiver(), outgoing, {
      method: 'GET',
      url,
      headers: {},
      redirects: 0,
      limit,
      goOutside: act.goOutside,
    })
    if (called.kind === 'barred') continue
    if (called.kind === 'failed') return called.tooLong === 200 ? 'Email_Failed_PayloadTooLarge' : 'Email_Failed_InvalidSasUrl'
    if (called.status !== 200) return 'Email_Failed_InvalidSasUrl'
    left -= Math.ceil(called.body.length / 3) * 4
    if (left < 0) return 'Email_Failed_PayloadTooLarge'
  }
  return undefined
}
