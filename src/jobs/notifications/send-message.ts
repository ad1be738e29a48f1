/** Hands a message to its sender. */
import { findMessage, messageData, moveMessage, senderOf } from '../../state/message.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { defineJob } from '../job.ts'
import { acceptMessage } from './accept-message.ts'

export const sendMessage = defineJob({
  id: 'notifications.sendMessage',
  summary: 'A message is handed to its sender',
  step: true,
  dependsOn: ['sms', 'email', 'database'],
  data: messageData,
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => `${channel}_New`)
    if (!message) return { id: data.shipmentId, nothing: 'no longer waiting' }
    const { channel } = message.entry
    act.reach(senderOf[channel])
    return act.commit(() => {
      act.book(acceptMessage, data, act.world.pace.accept[channel](act.now()))
      return moveMessage(message, `${channel}_Sending`, act.now())
    })
  },
})
