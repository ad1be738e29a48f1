/** Starts processing a due order. */

import { defineJob } from '../../operation.ts'
import { notificationBookings } from '../bookings.ts'
import { moveShipment, shipmentAbout } from '../messages.ts'
import { shipments } from '../records.ts'

export const takeOrder = defineJob({
  id: 'notifications.takeOrder',
  summary: 'An order that is due is picked up',
  dependsOn: ['database'],
  ...notificationBookings['notifications.takeOrder'],
  about: shipmentAbout,

  run({ shipmentId }, act) {
    const { environment, commit, book, reach } = act
    reach('database')
    const shipment = environment.of(shipments).get(shipmentId)
    if (shipment?.status !== 'Order_Registered') return { id: shipmentId, nothing: 'the shipment is no longer waiting' }
    commit(() => {
      moveShipment(act, shipment, 'Order_Processing')
      book('notifications.processOrder', { shipmentId })
    })
    return { id: shipmentId, status: shipment.status }
  },
})
