/** Finds the addresses of an order's recipient, and makes an entry of each. */
import { z } from 'zod'
import type { Act } from '../../state/act.ts'
import { type Address, addressesFor, contactsOf } from '../../state/addressing.ts'
import { sendTime } from '../../state/deadline.ts'
import { channelSchemaOf, directAddress } from '../../state/recipient.ts'
import { type Entry, isFinal, moveShipment, type Shipment } from '../../state/shipment.ts'
import { shipmentAbout } from '../../state/shipment-about.ts'
import { Refusal } from '../../wire/refusals.ts'
import { defineJob, type Job, type Outcome } from '../job.ts'
import { sendMessage } from './send-message.ts'
import { takeOrder } from './take-order.ts'

const data = z.object({ shipmentId: z.guid(), again: z.boolean().optional() })

type Asking = Act<'register' | 'database'>

/** Source: decisions §8. */
const shortestRepetition = 1_000

export const processOrder: Job<typeof data, 'register' | 'database'> = defineJob({
  id: 'notifications.processOrder',
  summary: 'The addresses of a taken order are found',
  step: true,
  dependsOn: ['register', 'database'],
  data,
  about: shipmentAbout,

  async run({ shipmentId, again }, act) {
    act.reach('database')
    const shipment = act.environment.shipments.get(shipmentId)
    if (shipment?.status !== 'Order_Processing') return { id: shipmentId, nothing: 'no longer being processed' }
    const addresses = await addressesOf(shipment, act)
    if (!addresses) return act.commit(() => putOff(shipment, again === true, act))
    act.commit(() => makeEntries(shipment, addresses, act))
    return { id: shipmentId, status: shipment.status, entries: shipment.entries.length }
  },
})

/** Undefined when the register cannot be asked. */
async function addressesOf({ recipient }: Shipment, { world, now, reach }: Asking): Promise<readonly Address[] | undefined> {
  const direct = directAddress(recipient)
  if (direct) return [direct]
  try {
    reach('register')
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.key === 'unreachable') return undefined
    throw thrown
  }
  const contacts = await contactsOf(world.contacts, recipient, now())
  return contacts ? addressesFor(channelSchemaOf(recipient), contacts) : []
}

/** Once more after a while; then the order waits for a run, as one that has not been taken. Source: notifications §6.4. */
function putOff(shipment: Shipment, again: boolean, { world, now, book }: Act): Outcome {
  const at = now()
  const { id: shipmentId } = shipment
  if (again) {
    moveShipment(shipment, 'Order_Registered', at)
    book(takeOrder, { shipmentId }, Math.max(world.pace.take(at, at), at + shortestRepetition))
  } else book(processOrder, { shipmentId, again: true }, world.pace.retry(at))
  return { id: shipmentId, status: shipment.status, putOff: 'register cannot be reached' }
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
    if (!isFinal(entry)) book(sendMessage, { shipmentId: shipment.id, entry: index }, sendTime(world, shipment, entry.channel, at))
  })
}
