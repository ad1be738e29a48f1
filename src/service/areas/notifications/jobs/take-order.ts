/** Takes an order that is due. */
import { z } from 'zod'
import { defineJob } from '../../job.ts'
import { shipmentAbout } from '../records/message.ts'
import { shipments } from '../records/shipment.ts'
import { moveShipment } from '../records/shipment-moves.ts'

const data = z.object({ shipmentId: z.guid() })
declare module '../../../world/bookings.ts' {
  interface BookingData {
    'notifications.takeOrder': z.output<typeof data>
  }
}

export const takeOrder = defineJob({
  id: 'notifications.takeOrder',
  summary: 'An order that is due is taken',
  dependsOn: ['database'],
  data,
  step: { instant: 0, fast: 1_000, real: 'next minute' },
  about: shipmentAbout,

  run({ shipmentId }, act) {
    const { environment, commit, book, reach } = act
    reach('database')
    const shipment = environment.of(shipments).get(shipmentId)
    if (shipment?.status !== 'Order_Registered') return { id: shipmentId, nothing: 'no longer waiting' }
    commit(() => {
      moveShipment(act, shipment, 'Order_Processing')
      book('notifications.processOrder', { shipmentId })
    })
    return { id: shipmentId, status: shipment.status }
  },
})
