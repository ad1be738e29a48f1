/** A snapshot as its readers see it: the parts and what they list, without the members of records. */
import { z } from 'zod'
import { dialectNames } from '../service/wire/vocabulary.ts'
import type { AnyForm } from '../service/world/record-form.ts'
import { journal } from './snapshot/journal-form.ts'
import { environmentKinds, worldKinds } from './snapshot/kinds.ts'

export type { SnapshotDocument } from './snapshot/document.ts'

import { membersOf, settings, snapshotVersion } from './snapshot/document.ts'

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

/** What the parts of a snapshot hold, by name. */
const partMeanings: Readonly<Record<string, string>> = {
  clock: 'The clock, and the jobs that are booked.',
  scenarios: 'The scenarios that are on, those that the world defines, and what their rules have counted.',
  contacts: 'The contacts that differ from the fixtures.',
  outbox: 'The messages that were handed over.',
  feed: 'The feed of finished shipments.',
  published: 'The events that were published.',
  subscriptions: 'The subscriptions to events.',
}

const listOf = ({ summary }: AnyForm) => list.describe(summary)
const meaningOf = (part: string) => partMeanings[part] ?? ''
const outlineOf = (part: string, members: Record<string, z.ZodType>) =>
  z
    .object(Object.fromEntries(Object.entries(members).map(([name, form]) => [name, formOf(form).describe(form.description ?? '')])))
    .describe(meaningOf(part))

/** In an environment, a part is not described member by member. */
const records = z.object(membersOf(environmentKinds, listOf, (part) => z.record(z.string(), z.unknown()).describe(meaningOf(part))))

/** The inner form belongs to the version, and a reader need not know it. */
export const snapshotOutline = z.object({
  format: z.literal('standin-snapshot').describe('What kind of document it is.'),
  version: z
    .literal(snapshotVersion)
    .describe('The version of the form of the document. A Standin reads its own version and those before it.'),
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
  ...membersOf(worldKinds, listOf, outlineOf),
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
