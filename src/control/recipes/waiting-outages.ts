/** Outages that affect jobs: accepted work is delayed or lost. */
import { demandStatus } from '../../service/failures/givens.ts'
import { ended, initialized, uploadOf } from './files.ts'
import { outcomeOf } from './notifications.ts'
import { type Outage, orderToPerson, overview, person, whileAway } from './outage.ts'
import type { Kitchen } from './recipe.ts'

const recipientOf = ({ as }: Kitchen) => `0192:${as.recipient.orgNo}`

export const waitingOutages: readonly Outage[] = [
  {
    service: 'names',
    title: 'The name register is unavailable',
    summary: 'An order with $recipientName$ in its text is accepted, and waits until the register is available again',
    async cook(kitchen) {
      const { client, say, pass } = kitchen
      const order = orderToPerson(kitchen, 'Hello $recipientName$')
      let shipmentId = ''
      await whileAway(kitchen, 'names', person, async () => {
        const { body } = await client.call('notifications.createOrder', order)
        shipmentId = body.notification.shipmentId
        for (let job = 0; job < 2; job++) await pass()
        const { body: shipment } = await client.call('notifications.getShipment', { as: kitchen.as.creator, params: { id: shipmentId } })
        say(`The order was accepted and is ${shipment.status}, because the names in its text cannot be looked up.`)
      })
      const [status] = await outcomeOf(kitchen, shipmentId)
      say(`The message was sent and ended in ${status}.`)
    },
  },
  {
    service: 'scanner',
    title: 'The virus scanner is unavailable',
    summary: 'An upload is accepted, and its file is published once the scanner is available again',
    async cook(kitchen) {
      const { client, say, pass } = kitchen
      const id = await initialized(kitchen)
      await whileAway(kitchen, 'scanner', recipientOf(kitchen), async () => {
        demandStatus('The upload', 200, await client.call('fileTransfer.upload', uploadOf(kitchen, id)))
        await pass()
        const { body } = await client.call('fileTransfer.overview', overview(kitchen, id))
        say(`The upload got status 200. The file is ${body.fileTransferStatus}, because its scan is waiting.`)
      })
      const { fileTransferStatus } = await ended(kitchen, id)
      say(`The file was scanned and is ${fileTransferStatus}.`)
    },
  },
  {
    service: 'events',
    title: 'The events service is unavailable',
    summary: 'A file is published, but its events are lost',
    words: ['event', 'lost', 'webhook'],
    async cook(kitchen) {
      const { client, say, pass, turn } = kitchen
      const id = await initialized(kitchen)
      await whileAway(kitchen, 'events', recipientOf(kitchen), async () => {
        demandStatus('The upload', 200, await client.call('fileTransfer.upload', uploadOf(kitchen, id)))
        const { fileTransferStatus } = await ended(kitchen, id)
        await pass()
        say(`The file was uploaded and is ${fileTransferStatus}.`)
      })
      const { journal } = await turn<{ readonly journal: readonly unknown[] }>('control.listJournal', {
        query: { jobs: 'true', operation: 'events.publish', text: id },
      })
      say(
        `${journal.length} events for this file could not be published. They will not be sent later, so a client should also poll occasionally.`,
      )
    },
  },
]
