/** Receives the delivery report of a message. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { expiryOf, expiryRun } from '../records/deadline.ts'
import { findMessage, messageData, moveMessage, shipmentAbout } from '../records/message.ts'
import { entryStatuses } from '../rules/shipment.ts'

/** `status`: the status in the report; absent: delivered. */
const data = messageData.extend({ status: z.enum(entryStatuses).optional() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'notifications.reportMessage': z.output<typeof data>
  }
}

export const reportMessage = defineJob({
  id: 'notifications.reportMessage',
  summary: 'The delivery report of a message arrives',
  dependsOn: ['database'],
  data,
  step: { instant: 0, fast: 1_000, real: 5_000 },
  about: shipmentAbout,

  run({ status, ...data }, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => (channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'))
    if (!message) return { id: data.shipmentId, nothing: 'no longer awaited' }
    const { channel } = message.entry
    const expiry = expiryOf(message.shipment, message.entry)
    return act.commit(() => {
      if (act.now() <= expiry) return moveMessage(act, message, status ?? `${channel}_Delivered`)
      act.book('notifications.expireMessage', data, expiryRun(Math.max(expiry, act.now() - 300_000)))
      return { id: data.shipmentId, nothing: 'the report came after the expiry' }
    })
  },
})
