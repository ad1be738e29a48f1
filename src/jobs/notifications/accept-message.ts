/** The provider takes a message over. */
import { findMessage, messageData, moveMessage } from '../../state/message.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { defineJob } from '../job.ts'
import { reportMessage } from './report-message.ts'

export const acceptMessage = defineJob({
  id: 'notifications.acceptMessage',
  summary: 'A provider takes a message over',
  step: true,
  dependsOn: ['database'],
  data: messageData,
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => `${channel}_Sending`)
    if (!message) return { id: data.shipmentId, nothing: 'no longer being sent' }
    return act.commit(() => {
      act.book(reportMessage, data, act.world.pace.report(act.now()))
      return moveMessage(message, message.entry.channel === 'SMS' ? 'SMS_Accepted' : 'Email_Succeeded', act.now())
    })
  },
})
