/** Recipes for outages: one for each internal service. */
import { demandStatus } from '../../service/failures/givens.ts'
import { type Service, services } from '../../service/wire/vocabulary.ts'
import { initialized, transferOf, uploadOf } from './files.ts'
import { orderOf } from './notifications.ts'
import { away, instant, type Outage, orderToPerson, overview, twice } from './outage.ts'
import type { Recipe } from './recipe.ts'
import { waitingOutages } from './waiting-outages.ts'

/** Milliseconds of real time before the client gives up on an upload. */
const patience = 1_000

const refusing: readonly Outage[] = [
  {
    service: 'register',
    title: 'The contact register is unavailable',
    summary: 'An order that needs a lookup is refused, then accepted once the register is available again',
    cook: (kitchen) =>
      twice(kitchen, 'register', 'The order', (headers) =>
        kitchen.client.call('notifications.createOrder', { ...orderToPerson(kitchen), headers }),
      ),
  },
  {
    service: 'authorization',
    title: 'The authorization service is unavailable',
    summary: 'Reading a file transfer is refused, then works once the service is available again',
    async cook(kitchen) {
      const id = await initialized(kitchen)
      await twice(kitchen, 'authorization', 'The overview', (headers) =>
        kitchen.client.call('fileTransfer.overview', { ...overview(kitchen, id), headers }),
      )
    },
  },
  {
    service: 'resource-registry',
    title: 'The resource registry is unavailable',
    summary: 'A new file transfer is refused, then accepted once the registry is available again',
    cook: (kitchen) =>
      twice(kitchen, 'resource-registry', 'The new file transfer', (headers) =>
        kitchen.client.call('fileTransfer.initialize', { ...transferOf(kitchen), headers }),
      ),
  },
  {
    service: 'sms',
    title: 'The SMS sender is unavailable',
    summary: 'An instant SMS is refused, then accepted once the SMS service is available again',
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
    title: 'The email sender is unavailable',
    summary: 'An instant email is refused, then accepted once the email service is available again',
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
    title: 'The file storage is unavailable',
    summary: 'An upload is refused, then accepted once the storage is available again',
    async cook(kitchen) {
      const { client, say, lost, leaving, turn } = kitchen
      const upload = uploadOf(kitchen, await initialized(kitchen))
      const { dialect } = await turn<{ readonly dialect: string }>('control.showDialect')
      if (dialect === 'spec')
        return twice(kitchen, 'storage', 'The upload', (headers) => client.call('fileTransfer.upload', { ...upload, headers }))
      await lost(client.call('fileTransfer.upload', { ...upload, headers: away('storage'), signal: leaving(patience) }))
      say('The live service tries to reach its storage for more than a minute. The client gave up after a second.')
      demandStatus('The upload', 200, await client.call('fileTransfer.upload', upload))
      return say('The storage is available again. The same upload got status 200.')
    },
  },
  {
    service: 'database',
    title: 'The database is unavailable',
    summary: 'An order is refused, then accepted once the database is available again',
    cook: (kitchen) =>
      twice(kitchen, 'database', 'The order', (headers) =>
        kitchen.client.call('notifications.createOrder', { ...orderOf(kitchen, `recipe+${kitchen.run}@example.org`), headers }),
      ),
  },
]

/** In the same order as the internal services. */
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
