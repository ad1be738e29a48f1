/** Recipes of the internal services: one for each that can be away. */
import { demandStatus } from '../../service/failures/givens.ts'
import { type Service, services } from '../../service/wire/vocabulary.ts'
import { initialized, transferOf, uploadOf } from './files.ts'
import { orderOf } from './notifications.ts'
import { away, instant, type Outage, orderToPerson, overview, twice } from './outage.ts'
import type { Recipe } from './recipe.ts'
import { waitingOutages } from './waiting-outages.ts'

/** Real milliseconds after which a client gives up on an upload. */
const patience = 1_000

const refusing: readonly Outage[] = [
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
      const { dialect } = await turn<{ readonly dialect: string }>('control.showDialect')
      if (dialect === 'spec')
        return twice(kitchen, 'storage', 'The upload', (headers) => client.call('fileTransfer.upload', { ...upload, headers }))
      await lost(client.call('fileTransfer.upload', { ...upload, headers: away('storage'), signal: leaving(patience) }))
      say('The live service tries for longer than a minute to reach its storage. The client gave up after a second.')
      demandStatus('The upload', 200, await client.call('fileTransfer.upload', upload))
      return say('The storage is back. The same upload again was answered 200.')
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

/** In the order of the internal services. */
const outages = services.flatMap((service) => [...refusing, ...waitingOutages].filter((each) => each.service === service))

export const outageRecipes = outages.map(
  ({ service, title, summary, words = [], cook }): Recipe<`outage-${Service}`> => ({
    name: `outage-${service}`,
    title,
    summary,
    words: ['503', 'outage', 'unavailable', 'down', 'away', 'retry', ...words],
    cook,
  }),
)
