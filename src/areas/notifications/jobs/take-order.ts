/** Takes an order that is due. */

import { defineJob } from '../../job.ts'
import { shipmentAbout } from '../records/shipment-about.ts'
import { moveShipment } from '../records/shipment-moves.ts'

export const takeOrder = defineJob({
  id: 'notifications.takeOrder',
  summary: 'An order that is due is taken',
  dependsOn: ['database'],
  about: shipmentAbout,

  run({ shipmentId }, act) {
    const { environment, world, commit, book, now, reach } = act
    reach('database')
    const shipment = environment.shipments.get(shipmentId)
    if (shipment?.status !== 'Order_Registered') return { id: shipmentId, nothing: 'no longer waiting' }
    commit(() => {
      moveShipment(act, shipment, 'Order_Processing')
      book('notifications.processOrder', { shipmentId }, world.pace.process(now()))
    })
    return { id: shipmentId, status: shipment.status }
  },
})
