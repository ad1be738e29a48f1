/** Fails a message that has received no delivery report. */

import { defineJob } from '../../operation.ts'
import { notificationBookings } from '../bookings.ts'
import { findMessage, moveMessage, shipmentAbout } from '../messages.ts'

export const expireMessage = defineJob({
  id: 'notifications.expireMessage',
  summary: 'A message without a delivery report fails',
  dependsOn: ['database'],
  ...notificationBookings['notifications.expireMessage'],
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => (channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'))
    if (!message) return { id: data.shipmentId, nothing: 'the message is no longer waiting for a report' }
    return act.commit(() => moveMessage(act, message, `${message.entry.channel}_Failed_TTL`))
  },
})
