/** Receives a message's delivery report. */

import { defineJob } from '../../operation.ts'
import { notificationBookings } from '../bookings.ts'
import { expiryOf, expiryRun, findMessage, moveMessage, shipmentAbout } from '../messages.ts'

export const reportMessage = defineJob({
  id: 'notifications.reportMessage',
  summary: 'A message’s delivery report arrives',
  dependsOn: ['database'],
  ...notificationBookings['notifications.reportMessage'],
  about: shipmentAbout,

  run({ status, ...data }, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => (channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'))
    if (!message) return { id: data.shipmentId, nothing: 'the message is no longer waiting for a report' }
    const { channel } = message.entry
    const expiry = expiryOf(message.shipment, message.entry)
    return act.commit(() => {
      if (act.now() <= expiry) return moveMessage(act, message, status ?? `${channel}_Delivered`)
      act.book('notifications.expireMessage', data, expiryRun(Math.max(expiry, act.now() - 300_000)))
      return { id: data.shipmentId, nothing: 'the report came after the expiry' }
    })
  },
})
