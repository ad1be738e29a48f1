/** Takes an order whose send time has come. */
import { z } from 'zod'
import { moveShipment } from '../../state/shipment.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { defineJob } from '../job.ts'
import { processOrder } from './process-order.ts'

export const takeOrder = defineJob({
  id: 'notifications.takeOrder',
  summary: 'An order whose send time has come is taken',
  step: true,
  dependsOn: ['database'],
  data: z.object({ shipmentId: z.guid() }),
  about: shipmentAbout,

  run({ shipmentId }, { environment, world, commit, book, now, reach }) {
    reach('database')
    const shipment = environment.shipments.get(shipmentId)
    if (shipment?.status !== 'Order_Registered') return { id: shipmentId, nothing: 'no longer waiting' }
    commit(() => {
      moveShipment(shipment, 'Order_Processing', now())
      book(processOrder, { shipmentId }, world.pace.process(now()))
    })
    return { id: shipmentId, status: shipment.status }
  },
})
