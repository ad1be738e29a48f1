/** Fails a message that got no delivery report. */
import { defineJob } from '../../job.ts'
import { findMessage, type MessageData, messageData, moveMessage, shipmentAbout } from '../records/message.ts'

declare module '../../../world/bookings.ts' {
  interface BookingData {
    'notifications.expireMessage': MessageData
  }
}

export const expireMessage = defineJob({
  id: 'notifications.expireMessage',
  summary: 'A message without a delivery report fails',
  dependsOn: ['database'],
  data: messageData,
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => (channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'))
    if (!message) return { id: data.shipmentId, nothing: 'no longer awaited' }
    return act.commit(() => moveMessage(act, message, `${message.entry.channel}_Failed_TTL`))
  },
})
