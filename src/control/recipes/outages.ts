/** Recipes of the internal services: one for each that can be away. */
import { CallFailed, type InputOf } from '../../client.ts'
import { demandStatus } from '../../failures/givens/given.ts'
import type { Service } from '../../wire/services.ts'
import { ended, initialized, transferOf, uploadOf } from './files.ts'
import { orderOf, outcomeOf } from './notifications.ts'
import type { Kitchen, Recipe } from './recipe.ts'

interface Outage {
  readonly service: Service
  readonly title: string
  readonly summary: string
  readonly words?: readonly string[]
  cook(kitchen: Kitchen): Promise<void>
}

/** For one call: nobody else meets the outage. */
const away = (service: Service) => ({ 'x-standin-scenario': `outage-${service}` })

/** Makes a call while a service is away, then again. `what` names it in the sentences. */
async function twice(
  { say }: Kitchen,
  service: Service,
  what: string,
  send: (headers: Record<string, string>) => Promise<{ readonly status: number; readonly text: string }>,
): Promise<void> {
  const refused = await send(away(service))
  if (refused.status < 500) throw new CallFailed(`${what} was answered ${refused.status}, although ${service} is away: ${refused.text}`)
  say(`${what} was answered ${refused.status}, because the service "${service}" cannot be reached. Nothing was done.`)
  const again = await send({})
  if (again.status >= 400) throw new CallFailed(`${what} was answered ${again.status}, although ${service} is back: ${again.text}`)
  say(`The service is back. The same call again was answered ${again.status}.`)
}

/** Runs `act` while jobs about one recipient cannot reach a service. Others do not meet the outage. */
async function whileAway({ run, turn, say, atEnd }: Kitchen, service: Service, recipient: string, act: () => Promise<void>): Promise<void> {
  const name = `outage-${service}-${run}`
  const rules = [{ outage: service, where: { recipient } }]
  await turn('control.defineScenario', { body: { name, summary: `${service} is away for ${recipient}`, rules } })
  const off = once(() => turn('control.removeScenario', { params: { name } }))
  atEnd(off)
  await turn('control.activateScenario', { params: { name } })
  await act()
  await off()
  say('The service is back.')
}

function once(act: () => Promise<unknown>): () => Promise<unknown> {
  let done: Promise<unknown> | undefined
  return () => (done ??= act())
}

const recipientOf = ({ as }: Kitchen) => `0192:${as.recipient.orgNo}`
const instant = { subject: 'A recipe of Standin', body: 'This message was made by a recipe.' }
const overview = (kitchen: Kitchen, id: string) => ({ as: kitchen.as.sender, params: { fileTransferId: id } })

/** Of the example of an order. */
const person = '12838590150'

const orderToPerson = ({ as, run }: Kitchen, body = instant.body): InputOf<'notifications.createOrder'> => ({
  as: as.creator,
  body: {
    idempotencyId: run,
    recipient: {
      recipientPerson: { nationalIdentityNumber: person, channelSchema: 'Email', emailSettings: { ...instant, body } },
    },
  },
})

/** Real milliseconds after which a client gives up on an upload. */
const patience = 1_000

const outages: readonly Outage[] = [
  {
    service: 'register',
    title: 'The contact register is away',
    summary: 'An order that needs a look-up is refused, and accepted when the register is back',
    cook: (kitchen) =>
      twice(kitchen, 'register', 'The order', (headers) =>
        kitchen.client.call('notifications.createOrder', { ...orderToPerson(kitchen), headers }),
      ),
  },
  {
    service: 'names',
    title: 'The register of names is away',
    summary: 'An order with $recipientName$ in its text is accepted, and waits until the register is back',
    async cook(kitchen) {
      const { client, say, pass } = kitchen
      const order = orderToPerson(kitchen, 'Hello $recipientName$')
      let shipmentId = ''
      await whileAway(kitchen, 'names', person, async () => {
        const { body } = await client.call('notifications.createOrder', order)
        shipmentId = body.notification.shipmentId
        for (let job = 0; job < 2; job++) await pass()
        const { body: shipment } = await client.call('notifications.getShipment', { as: kitchen.as.creator, params: { id: shipmentId } })
        say(`The order was accepted, and is ${shipment.status}: the names of its text cannot be looked up.`)
      })
      const [status] = await outcomeOf(kitchen, shipmentId)
      say(`The message was sent, and ended as ${status}.`)
    },
  },
  {
    service: 'authorization',
    title: 'The authorization service is away',
    summary: 'A read of a file transfer is refused, and answered when the service is back',
    async cook(kitchen) {
      const id = await initialized(kitchen)
      await twice(kitchen, 'authorization', 'The overview', (headers) =>
        kitchen.client.call('fileTransfer.overview', { ...overview(kitchen, id), headers }),
      )
    },
  },
  {
    service: 'resource-registry',
    title: 'The resource registry is away',
    summary: 'A new file transfer is refused, and accepted when the registry is back',
    cook: (kitchen) =>
      twice(kitchen, 'resource-registry', 'The new file transfer', (headers) =>
        kitchen.client.call('fileTransfer.initialize', { ...transferOf(kitchen), headers }),
      ),
  },
  {
    service: 'sms',
    title: 'The SMS sender is away',
    summary: 'An instant SMS is refused, and accepted when the sender is back',
    cook: (kitchen) =>
      twice(kitchen, 'sms', 'The instant SMS', (headers) =>
        kitchen.client.call('notifications.createInstantSms', {
          as: kitchen.as.creator,
          headers,
          body: {
            idempotencyId: kitchen.run,
            recipientSms: { phoneNumber: '+4799999999', timeToLiveInSeconds: 3_600, smsSettings: { body: instant.body } },
          },
        }),
      ),
  },
  {
    service: 'email',
    title: 'The email sender is away',
    summary: 'An instant email is refused, and accepted when the sender is back',
    cook: (kitchen) =>
      twice(kitchen, 'email', 'The instant email', (headers) =>
        kitchen.client.call('notifications.createInstantEmail', {
          as: kitchen.as.creator,
          headers,
          body: {
            idempotencyId: kitchen.run,
            recipientEmail: { emailAddress: `recipe+${kitchen.run}@example.org`, emailSettings: instant },
          },
        }),
      ),
  },
  {
    service: 'storage',
    title: 'The file storage is away',
    summary: 'An upload is refused, and accepted when the storage is back',
    async cook(kitchen) {
      const { client, say, lost, leaving, turn } = kitchen
      const upload = uploadOf(kitchen, await initialized(kitchen))
      const { dialect } = await turn('control.showDialect', {})
      if (dialect === 'spec')
        return twice(kitchen, 'storage', 'The upload', (headers) => client.call('fileTransfer.upload', { ...upload, headers }))
      await lost(client.call('fileTransfer.upload', { ...upload, headers: away('storage'), signal: leaving(patience) }))
      say('The live service tries for longer than a minute to reach its storage. The client gave up after a second.')
      demandStatus('The upload', 200, await client.call('fileTransfer.upload', upload))
      return say('The storage is back. The same upload again was answered 200.')
    },
  },
  {
    service: 'scanner',
    title: 'The virus scanner is away',
    summary: 'An upload is accepted, and its file is published when the scanner is back',
    async cook(kitchen) {
      const { client, say, pass } = kitchen
      const id = await initialized(kitchen)
      await whileAway(kitchen, 'scanner', recipientOf(kitchen), async () => {
        demandStatus('The upload', 200, await client.call('fileTransfer.upload', uploadOf(kitchen, id)))
        await pass()
        const { body } = await client.call('fileTransfer.overview', overview(kitchen, id))
        say(`The upload was answered 200. The file is ${body.fileTransferStatus}: its scan waits.`)
      })
      const { fileTransferStatus } = await ended(kitchen, id)
      say(`The file was scanned, and is ${fileTransferStatus}.`)
    },
  },
  {
    service: 'events',
    title: 'The events service is away',
    summary: 'A file is published, but its events are lost: they never come',
    words: ['event', 'lost', 'webhook'],
    async cook(kitchen) {
      const { client, say, pass, turn } = kitchen
      const id = await initialized(kitchen)
      await whileAway(kitchen, 'events', recipientOf(kitchen), async () => {
        demandStatus('The upload', 200, await client.call('fileTransfer.upload', uploadOf(kitchen, id)))
        const { fileTransferStatus } = await ended(kitchen, id)
        await pass()
        say(`The file was uploaded, and is ${fileTransferStatus}.`)
      })
      const { journal } = await turn('control.listJournal', { query: { jobs: 'true', operation: 'events.publish', text: id } })
      say(`${journal.length} events of this file could not be published. They are not published later: also poll from time to time.`)
    },
  },
  {
    service: 'database',
    title: 'The database is away',
    summary: 'An order is refused, and accepted when the database is back',
    cook: (kitchen) =>
      twice(kitchen, 'database', 'The order', (headers) =>
        kitchen.client.call('notifications.createOrder', { ...orderOf(kitchen, `recipe+${kitchen.run}@example.org`), headers }),
      ),
  },
]

export const outageRecipes = outages.map(
  ({ service, title, summary, words = [], cook }): Recipe<`outage-${Service}`> => ({
    name: `outage-${service}`,
    title,
    summary,
    words: ['503', 'outage', 'unavailable', 'down', 'away', 'retry', ...words],
    cook,
  }),
)
