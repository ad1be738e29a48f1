/** The provider accepts or rejects a message. */
import type { Act } from '../../../world/act.ts'
import { defineJob, type Outcome } from '../../job.ts'
import { expiryOf, expiryRun, sendTime } from '../records/deadline.ts'
import type { Ending } from '../records/magic-recipients.ts'
import { findMessage, type Message, type MessageData, messageData, moveMessage, shipmentAbout } from '../records/message.ts'
import type { Channel, EntryStatus } from '../records/shipment.ts'
import { fetchAttachments } from './attachments.ts'

declare module '../../../world/bookings.ts' {
  interface BookingData {
    'notifications.acceptMessage': MessageData
  }
  interface StepKinds {
    'notifications.acceptMessage': Channel
  }
}

export const acceptMessage = defineJob({
  id: 'notifications.acceptMessage',
  summary: 'A provider accepts or rejects a message',
  dependsOn: ['database'],
  asks: ['outcome', 'receiver'],
  data: messageData,
  step: { instant: 0, fast: 1_000, real: { SMS: 1_000, Email: 8_000 } },
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => `${channel}_Sending`)
    if (!message) return { id: data.shipmentId, nothing: 'no longer being sent' }
    const { channel, destination } = message.entry
    if (act.now() > expiryOf(message.shipment, message.entry)) return { id: data.shipmentId, nothing: 'expired' }
    const ending = act.circumstances.outcome({ channel, address: destination, round: data.round ?? 0 })
    if (message.shipment.recipient.attachments === undefined || ending.at === 'sending') return proceed(data, message, ending, act)
    return fetchAttachments(message.shipment, act).then((failed) => {
      const fetched = findMessage(data, act, () => 'Email_Sending')
      if (!fetched) return { id: data.shipmentId, nothing: 'no longer being sent' }
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

/** Books the next job. */
function goOn(data: MessageData, { shipment, entry }: Message, ending: Ending, act: Act): void {
  const { now, book } = act
  if (ending.at === 'report') book('notifications.reportMessage', { ...data, status: ending.status })
  if (ending.at === 'never') book('notifications.expireMessage', data, expiryRun(expiryOf(shipment, entry)))
  if (ending.at === 'again')
    book('notifications.sendMessage', { ...data, round: (data.round ?? 0) + 1 }, sendTime(act, shipment, entry.channel, now()))
}
