/** A snapshot as its readers see it: the parts and what they list, without the members of records. */
import { z } from 'zod'
import { dialectNames } from '../../wire/dialect.ts'
import { clock } from './clock.ts'
import { environment, settings, snapshotVersion } from './document.ts'
import { journal } from './journal.ts'
import { outbox } from './notifications.ts'
import { contacts, scenarios } from './scenarios.ts'

const list = z.array(z.unknown())

/** The members of a part with their descriptions. Records and lists of records have no form here. */
const outlined = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>, meanings: { readonly [Name in keyof Shape]: string }) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, formOf(member as z.ZodType).describe(meanings[name] ?? '')])),
  )

function formOf(member: z.ZodType): z.ZodType {
  if (member instanceof z.ZodArray) return list
  return member instanceof z.ZodObject ? z.record(z.string(), z.unknown()) : member
}

const records = outlined(environment, {
  orders: 'The orders.',
  shipments: 'The notifications and reminders of the orders.',
  feed: 'The feed of finished shipments.',
  fileTransfers: 'The file transfers.',
  resumableUploads: 'The resumable uploads that have begun.',
  resources: 'The resources that differ from the fixtures.',
  removedResources: 'The ids of the resources of the fixtures that were removed.',
  serviceOwners: 'The service owners that were registered.',
  allowances: 'The calls that count against rate limits.',
  usedGrants: 'The digests of the grants that were used.',
  published: 'The events that were published.',
  subscriptions: 'The subscriptions to events.',
  deliveries: 'The deliveries of events to subscribers.',
})

/** The inner form belongs to the version, and a reader need not know it. */
export const snapshotOutline = z.object({
  format: z.literal('standin-snapshot').describe('What kind of document it is.'),
  version: z.literal(snapshotVersion).describe('The version of the form of the document. A Standin refuses every version but its own.'),
  standin: z.string().describe('The version of Standin that made it.'),
  world: z.string().describe('The name of the world. The ids of what is made later follow from the name and the seed.'),
  settings: outlined(settings, {
    pace: 'How long the service takes for its steps.',
    rateLimits: 'The rate limits.',
    sendWindow: 'When daytime SMS are sent; null: as the clock and the pace say.',
    openResources: 'Whether clients may use resources that are not configured.',
    openClients: 'Whether clients need no registration.',
    unknownRecipients: 'Whether unknown recipients have contact details.',
  }).describe('The settings of the simulator that shape how the world goes on.'),
  seed: z.int().describe('The seed of all that is drawn in the world.'),
  created: z.int().describe('When the world was made, in world milliseconds since 1970.'),
  dialect: z.enum(dialectNames).describe('The dialect that the world speaks.'),
  calls: z.int().describe('How many calls have arrived.'),
  tokens: z.int().describe('How many tokens were made.'),
  interventions: z.int().describe('How often a tester made a file transfer do something.'),
  clock: outlined(clock, {
    mode: 'Whether the clock runs.',
    speed: 'World seconds per real second.',
    time: 'The time of the world, in milliseconds since 1970.',
    bookings: 'The jobs that are booked.',
    defects: 'The jobs that a defect broke.',
  }).describe('The clock, and the jobs that are booked.'),
  scenarios: outlined(scenarios, {
    active: 'The scenarios that are on, in the order in which they were switched on.',
    defined: 'The scenarios that this world defines.',
    counts: 'How many calls and jobs the rules have covered.',
    asked: 'The same for the scenarios that headers asked for.',
  }).describe('The scenarios that are on, those that the world defines, and what their rules have counted.'),
  contacts: outlined(contacts, {
    changed: 'The contacts that differ from the fixtures.',
    removed: 'The numbers of the contacts of the fixtures that were removed.',
    former: 'The versions that contacts had before.',
  }).describe('The contacts that differ from the fixtures.'),
  callers: list.describe('The callers with limits of their own that differ from the fixtures.'),
  clients: list.describe('The registered clients that differ from the fixtures.'),
  outbox: outlined(outbox, {
    latest: 'The number of the newest message.',
    dropped: 'How many messages the outbox has dropped.',
    messages: 'The messages.',
  }).describe('The messages that were handed over.'),
  environments: z
    .object({
      test: records.optional().describe('The records of the test environment; absent when it was not used.'),
      production: records.optional().describe('The records of production; absent when it was not used.'),
    })
    .describe('The records of each environment.'),
  journal: outlined(journal, {
    closed: 'How many lines were closed.',
    rules: 'The rules that lines name by their position.',
    calls: 'The lines of calls.',
    jobs: 'The lines of jobs.',
  })
    .optional()
    .describe('The lines of the journal; absent when they were not asked for.'),
  contents: z
    .array(
      z.object({
        id: z.string().describe('The id of the content: records name it.'),
        size: z.int().describe('Bytes.'),
        sha256: z.string().describe('The SHA-256 of the bytes, in lower-case hexadecimal.'),
        base64: z.string().optional().describe('The bytes; absent when they travel by themselves, under their sha256.'),
      }),
    )
    .describe('The bytes of files. Generated content is a seed and a size, and not listed.'),
})
