/** The schema for a snapshot: everything in a world that can change. */
import { z } from 'zod'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'
import { type AnyForm, contentId, count, time } from '../../service/world/record-form.ts'
import { sha256 } from '../snapshot-contents.ts'
import { journal } from './journal-form.ts'
import { environmentKinds, placeOf, worldKinds } from './kinds.ts'

/** The schema's version. Older documents are upgraded: see `restoring.ts`. */
export const snapshotVersion = 3

/** Members of document parts that are not lists of records. */
export const partMembers = {
  clock: {
    mode: z.enum(['real', 'frozen']).describe('The mode: real (running) or frozen.'),
    speed: z.number().positive().describe('World seconds per real second.'),
    time: time.describe("The clock's time, in milliseconds since 1970."),
  },
  scenarios: {
    active: z
      .array(z.strictObject({ name: z.string(), since: time, until: time.optional() }))
      .describe('The active scenarios, in order of activation.'),
  },
  outbox: { dropped: count.describe('The number of messages that the outbox has dropped.') },
} as const

/** The highest number used for a numbered kind, stored alongside its list. */
const latest = count.describe('The highest assigned number.')

/** Returns a document's members for record kinds: one list per kind, or a part that contains lists. */
export function membersOf(
  kinds: readonly AnyForm[],
  listOf: (kind: AnyForm) => z.ZodType,
  partOf: (name: string, members: Record<string, z.ZodType>) => z.ZodType,
): Record<string, z.ZodType> {
  const all: Record<string, z.ZodType> = {}
  const parts: Record<string, Record<string, z.ZodType>> = {}
  for (const kind of kinds) {
    const { part, name } = placeOf(kind)
    if (part === undefined) all[name] = listOf(kind)
    else {
      parts[part] ??= { ...partMembers[part as keyof typeof partMembers] }
      Object.assign(parts[part], { [name]: listOf(kind) }, kind.numbered && { latest })
    }
  }
  for (const [name, members] of Object.entries(parts)) all[name] = partOf(name, members)
  return all
}

const content = z.strictObject({
  id: contentId,
  size: count.describe('Bytes.'),
  sha256: sha256().describe('The hash of the bytes.'),
  base64: z.base64().optional().describe('The bytes; absent if they are transferred separately, identified by their sha256.'),
})

export const settings = z.strictObject({
  pace: z.string(),
  rateLimits: z.string(),
  sendWindow: z.string().nullable(),
  openResources: z.boolean(),
  openClients: z.boolean(),
  unknownRecipients: z.string(),
})

const about = z.strictObject({
  format: z.literal('standin-snapshot'),
  version: z.literal(snapshotVersion),
  standin: z.string().describe('The version of Standin that created the snapshot.'),
  world: z.string().describe("The world's name."),
  settings,
  seed: z.int(),
  created: time,
  dialect: z.enum(dialectNames),
  calls: count.describe('The number of calls that have arrived.'),
  tokens: count.describe('The number of issued tokens.'),
  interventions: count,
  journal: journal.optional(),
  contents: z.array(content).describe("The files' bytes."),
})

/** Lists are in the world's order. A missing list is empty: its kind was added later. Times are in milliseconds since 1970. */
export const snapshotDocument = whenNeeded((): z.ZodType<SnapshotDocument> => {
  const listOf = ({ schema, summary }: AnyForm) => z.array(schema).default([]).describe(summary)
  const partOf = (_: string, members: Record<string, z.ZodType>) => z.strictObject(members)
  const environment = z.strictObject(membersOf(environmentKinds, listOf, partOf)).optional()
  const environments = z.strictObject({ test: environment, production: environment })
  return about.extend({ ...membersOf(worldKinds, listOf, partOf), environments }) as unknown as z.ZodType<SnapshotDocument>
})

/** A kind's list at its path. */
type Listed<Kind> = Kind extends { readonly list: infer List extends string; schema: z.ZodType<infer Written> }
  ? List extends `${infer Part}.${infer Name}`
    ? { [P in Part]: { [N in Name]: Written[] } & { latest?: number } }
    : { [N in List]: Written[] }
  : never

type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

type Parts = { [Part in keyof typeof partMembers]: z.output<z.ZodObject<(typeof partMembers)[Part]>> }

export type EnvironmentDocument = Both<Listed<(typeof environmentKinds)[number]>>

/** A snapshot of a world, as JSON. Its members depend on its `version`. */
export type SnapshotDocument = z.output<typeof about> &
  Parts &
  Both<Listed<(typeof worldKinds)[number]>> & {
    environments: { test?: EnvironmentDocument | undefined; production?: EnvironmentDocument | undefined }
  }
