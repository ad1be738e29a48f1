/** Hands a message over to the provider. */
import { zulu } from '../../../wire/timestamp.ts'
import { defineJob } from '../../operation.ts'
import { notificationBookings } from '../bookings.ts'
import { expiryOf, findMessage, mayBeSent, moveMessage, senderOf, sendTime, shipmentAbout } from '../messages.ts'

export const sendMessage = defineJob({
  id: 'notifications.sendMessage',
  summary: 'A message is handed over to its provider',
  dependsOn: ['sms', 'email', 'database'],
  ...notificationBookings['notifications.sendMessage'],
  about: shipmentAbout,

  run(data, act) {
    act.reach('database')
    const message = findMessage(data, act, (channel) => `${channel}_New`)
    if (!message) return { id: data.shipmentId, nothing: 'the message is no longer waiting' }
    const { shipment, entry } = message
    const { channel } = entry
    const now = act.now()
    if (now >= expiryOf(shipment, entry)) return { id: data.shipmentId, nothing: 'the message expired before it was sent' }
    if (!mayBeSent(act.world, shipment, channel, now)) {
      const next = sendTime(act, shipment, channel, now)
      act.commit(() => act.book('notifications.sendMessage', data, next))
      return { id: data.shipmentId, putOff: 'until daytime', next: zulu(next) }
    }
    act.reach(senderOf[channel])
    return act.commit(() => {
      act.book('notifications.acceptMessage', data, act.stepEnd('notifications.acceptMessage', now, channel))
      const { cause, environment, world } = act
      world.outbox.add({ at: now, environment: environment.name, shipmentId: shipment.id, entry: data.entry, cause })
      return moveMessage(act, message, `${channel}_Sending`)
    })
  },
})
