/** Snapshot schemas for readers: the outline of a document, without the members of records. */
import { z } from 'zod'
import { dialectNames } from '../service/wire/vocabulary.ts'
import type { AnyForm } from '../service/world/record-form.ts'
import { journal } from './snapshot/journal-form.ts'
import { environmentKinds, worldKinds } from './snapshot/kinds.ts'

export type { SnapshotDocument } from './snapshot/document.ts'

import { membersOf, settings, snapshotVersion } from './snapshot/document.ts'

const list = z.array(z.unknown())

/** Adds descriptions to a part's members. The members of records are not described. */
const outlined = <Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>, meanings: { readonly [Name in keyof Shape]: string }) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, formOf(member as z.ZodType).describe(meanings[name] ?? '')])),
  )

function formOf(member: z.ZodType): z.ZodType {
  if (member instanceof z.ZodArray) return list
  return member instanceof z.ZodObject ? z.record(z.string(), z.unknown()) : member
}

/** Descriptions of a snapshot's parts, keyed by name. */
const partMeanings: Readonly<Record<string, string>> = {
  clock: 'The clock and the booked jobs.',
  scenarios: 'The active scenarios, the scenarios that the world defines, and the counts of their rules.',
  contacts: 'The contacts that differ from the fixtures.',
  outbox: 'The sent messages.',
  feed: 'The feed of finished shipments.',
  published: 'The published events.',
  subscriptions: 'The event subscriptions.',
}

const listOf = ({ summary }: AnyForm) => list.describe(summary)
const meaningOf = (part: string) => partMeanings[part] ?? ''
const outlineOf = (part: string, members: Record<string, z.ZodType>) =>
  z
    .object(Object.fromEntries(Object.entries(members).map(([name, form]) => [name, formOf(form).describe(form.description ?? '')])))
    .describe(meaningOf(part))

/** The members of a part within an environment are not described. */
const records = z.object(membersOf(environmentKinds, listOf, (part) => z.record(z.string(), z.unknown()).describe(meaningOf(part))))

/** The form of records depends on the version. Readers do not need to understand it. */
export const snapshotOutline = z.object({
  format: z.literal('standin-snapshot').describe('The document type.'),
  version: z.literal(snapshotVersion).describe("The document's version. Standin reads its own version and older versions."),
  standin: z.string().describe('The version of Standin that created the snapshot.'),
  world: z.string().describe("The world's name. The ids of later records are derived from the name and the seed."),
  settings: outlined(settings, {
    pace: "The pace: how long the service's steps take.",
    rateLimits: 'The rate limits.',
    sendWindow: 'The send window for daytime SMS; null if it depends on the clock and the pace.',
    openResources: 'True if clients may use resources that are not configured.',
    openClients: 'True if clients need no registration.',
    unknownRecipients: 'How unknown recipients are treated: with or without contact details.',
  }).describe('The simulator settings that affect the world.'),
  seed: z.int().describe("The seed for the world's random values."),
  created: z.int().describe('When the world was created, in milliseconds of world time since 1970.'),
  dialect: z.enum(dialectNames).describe("The world's dialect."),
  calls: z.int().describe('The number of calls that have arrived.'),
  tokens: z.int().describe('The number of issued tokens.'),
  interventions: z.int().describe('The number of times a tester intervened in a file transfer.'),
  ...membersOf(worldKinds, listOf, outlineOf),
  environments: z
    .object({
      test: records.optional().describe("The test environment's records; absent if it was not used."),
      production: records.optional().describe("The production environment's records; absent if it was not used."),
    })
    .describe("Each environment's records."),
  journal: outlined(journal, {
    closed: 'The number of closed lines.',
    rules: 'The rules that lines refer to by position.',
    calls: 'The lines for calls.',
    jobs: 'The lines for jobs.',
  })
    .optional()
    .describe("The journal's lines; absent if they were not requested."),
  contents: z
    .array(
      z.object({
        id: z.string().describe('The content id, which records refer to.'),
        size: z.int().describe('Bytes.'),
        sha256: z.string().describe('The SHA-256 of the bytes, in lowercase hexadecimal.'),
        base64: z.string().optional().describe('The bytes; absent if they are transferred separately, identified by their sha256.'),
      }),
    )
    .describe('The bytes of files. Generated content is not listed, because it can be derived from its id.'),
})

/** The members that every version of a snapshot has. */
export const snapshotHead = z
  .looseObject({
    format: z.string().describe('`standin-snapshot`.'),
    version: z.int().describe("The document's version."),
  })
  .describe('A snapshot, as `GET /_standin/snapshot` returns it.')

/** The result of a restore: settings that differ from those in the snapshot. */
export const restoredReply = z.object({
  world: z.string().describe('The name of the world.'),
  differences: z
    .array(
      z.object({
        setting: z.string().describe("The setting's name."),
        snapshot: z.unknown().describe('Its value in the snapshot.'),
        here: z.unknown().describe('Its value here.'),
      }),
    )
    .describe('Settings that affect the world and differ from those in the snapshot.'),
})

export type Restored = z.output<typeof restoredReply>
