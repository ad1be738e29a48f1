/** The document of a world: everything that can change in it. */
import { z } from 'zod'
import { dialectNames } from '../../wire/dialect.ts'
import { clock } from './clock.ts'
import { delivery, published, subscriptions } from './events.ts'
import { fileTransfer, resource, resumableUpload, serviceOwner } from './file-transfers.ts'
import { journal } from './journal.ts'
import { kept } from './kept.ts'
import { feed, order, outbox, shipment } from './notifications.ts'
import { allowances, callers, clients, contacts, scenarios } from './scenarios.ts'
import { sha256 } from './sha256.ts'
import { contentId, count, time } from './values.ts'

/** The version of the form: it changes with the form. A document of another version is refused. */
export const snapshotVersion = 1

const usedGrant = z.strictObject({ digest: z.string(), expires: z.number().describe('Milliseconds since 1970.') })

export const environment = z.strictObject({
  orders: z.array(order),
  shipments: z.array(shipment),
  feed,
  fileTransfers: z.array(fileTransfer),
  resumableUploads: z.array(resumableUpload),
  resources: z.array(resource).describe('The resources that differ from the fixtures.'),
  removedResources: z.array(z.string()),
  serviceOwners: z.array(serviceOwner),
  allowances,
  usedGrants: z.array(usedGrant),
  published,
  subscriptions,
  deliveries: z.array(delivery),
})

/** In a folder that keeps worlds. */
export const keptGrants = { usedGrant: kept(usedGrant) }

const content = z.strictObject({
  id: contentId,
  size: count.describe('Bytes.'),
  sha256: sha256().describe('Of the bytes.'),
  base64: z.base64().optional().describe('The bytes; absent: they travel by themselves, under their sha256.'),
})

/** The settings of the simulator that shape how the world goes on. */
export const settings = z.strictObject({
  pace: z.string(),
  rateLimits: z.string(),
  sendWindow: z.string().nullable(),
  openResources: z.boolean(),
  openClients: z.boolean(),
  unknownRecipients: z.string(),
})

/** Lists keep the order of the world. Times are milliseconds since 1970. */
export const snapshotDocument = z.strictObject({
  format: z.literal('standin-snapshot'),
  version: z.literal(snapshotVersion),
  standin: z.string().describe('The version of Standin that made it.'),
  world: z.string().describe('The name of the world.'),
  settings,
  seed: z.int(),
  created: time,
  dialect: z.enum(dialectNames),
  calls: count.describe('How many calls have arrived.'),
  tokens: count.describe('How many tokens were made.'),
  interventions: count,
  clock,
  scenarios,
  contacts,
  callers,
  clients,
  outbox,
  environments: z.strictObject({ test: environment.optional(), production: environment.optional() }),
  journal: journal.optional(),
  contents: z.array(content).describe('The bytes of files.'),
})

/** A snapshot of a world, which JSON can hold. Its form belongs to its `version`. */
export type SnapshotDocument = z.output<typeof snapshotDocument>
export type EnvironmentDocument = z.output<typeof environment>

/** What is known of a snapshot before its version is read. */
export const snapshotHead = z
  .looseObject({
    format: z.string().describe('`standin-snapshot`.'),
    version: z.int().describe('The version of the form of the document.'),
  })
  .describe('A snapshot, as `GET /_standin/snapshot` replies it.')

/** What a restore found different here. */
export const restoredReply = z.object({
  world: z.string().describe('The name of the world.'),
  differences: z
    .array(
      z.object({
        setting: z.string().describe('The name of the setting.'),
        snapshot: z.unknown().describe('Its value where the snapshot was taken.'),
        here: z.unknown().describe('Its value here.'),
      }),
    )
    .describe('Settings that shape how the world goes on, and are not as they were where the snapshot was taken.'),
})

export type Restored = z.output<typeof restoredReply>
