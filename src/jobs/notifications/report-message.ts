/** The delivery report of a message arrives. */
import { z } from 'zod'
import { expiryOf, expiryRun } from '../../state/deadline.ts'
import { findMessage, messageData, moveMessage } from '../../state/message.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { defineJob } from '../job.ts'
import { expireMessage } from './expire-message.ts'

export const reportMessage = defineJob({
  id: 'notifications.reportMessage',
  summary: 'The delivery report of a message arrives',
  step: true,
  dependsOn: ['database'],
  /** `status` is what the report says; absent: delivered. */
  data: messageData.extend({ status: z.templateLiteral([z.enum(['Email', 'SMS']), '_', z.string()]).optional() }),
  about: shipmentAbout,

  run({ status, ...data }, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => (channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'))
    if (!message) return { id: data.shipmentId, nothing: 'no longer awaited' }
    const { channel } = message.entry
    const expiry = expiryOf(message.shipment, message.entry)
    return act.commit(() => {
      if (act.now() <= expiry) return moveMessage(message, status ?? `${channel}_Delivered`, act.now())
      act.book(expireMessage, data, expiryRun(Math.max(expiry, act.now() - 300_000)))
      return { id: data.shipmentId, nothing: 'the report came after the expiry' }
    })
  },
})
