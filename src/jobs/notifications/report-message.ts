/** The delivery report of a message arrives. */
import { findMessage, messageData, moveMessage } from '../../state/message.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { defineJob } from '../job.ts'

export const reportMessage = defineJob({
  id: 'notifications.reportMessage',
  summary: 'The delivery report of a message arrives',
  step: true,
  dependsOn: ['database'],
  data: messageData,
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => (channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded'))
    if (!message) return { id: data.shipmentId, nothing: 'no longer awaited' }
    return act.commit(() => moveMessage(message, `${message.entry.channel}_Delivered`, act.now()))
  },
})
