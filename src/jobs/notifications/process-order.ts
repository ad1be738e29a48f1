/** Finds the addresses of an order's recipient, and makes an entry of each. */
import { z } from 'zod'
import type { Act } from '../../state/act.ts'
import { type Address, addressesFor, contactsOf } from '../../state/addressing.ts'
import { channelSchemaOf, directAddress } from '../../state/recipient.ts'
import { type Entry, isFinal, moveShipment, type Shipment } from '../../state/shipment.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { defineJob } from '../job.ts'
import { sendMessage } from './send-message.ts'

export const processOrder = defineJob({
  id: 'notifications.processOrder',
  summary: 'The addresses of a taken order are found',
  step: true,
  dependsOn: ['register', 'database'],
  data: z.object({ shipmentId: z.guid() }),
  about: shipmentAbout,

  async run({ shipmentId }, act) {
    act.reach('database')
    const shipment = act.environment.shipments.get(shipmentId)
    if (shipment?.status !== 'Order_Processing') return { id: shipmentId, nothing: 'no longer being processed' }
    const addresses = await addressesOf(shipment, act)
    act.commit(() => makeEntries(shipment, addresses, act))
    return { id: shipmentId, status: shipment.status, entries: shipment.entries.length }
  },
})

async function addressesOf({ recipient }: Shipment, { world, now, reach }: Act<'register' | 'database'>): Promise<readonly Address[]> {
  const direct = directAddress(recipient)
  if (direct) return [direct]
  reach('register')
  const contacts = await contactsOf(world.contacts, recipient, now())
  return contacts ? addressesFor(channelSchemaOf(recipient), contacts) : []
}

function makeEntries(shipment: Shipment, addresses: readonly Address[], { world, now, book }: Act): void {
  const at = now()
  shipment.entries = addresses.map(
    ({ channel, address, failed }): Entry => ({
      channel,
      destination: address,
      status: failed ? `${channel}_Failed_${failed}` : `${channel}_New`,
      lastUpdate: at,
    }),
  )
  moveShipment(shipment, shipment.entries.every(isFinal) ? 'Order_Completed' : 'Order_Processed', at)
  shipment.entries.forEach((entry, index) => {
    if (!isFinal(entry)) book(sendMessage, { shipmentId: shipment.id, entry: index }, world.pace.send(at))
  })
}
