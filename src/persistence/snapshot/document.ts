/** The document of a world: everything that can change in it. */
import { z } from 'zod'
import { dialectNames } from '../../service/wire/vocabulary.ts'
import { whenNeeded } from '../../service/wire/when-needed.ts'
import { type AnyForm, contentId, count, time } from '../../service/world/record-form.ts'
import { sha256 } from '../snapshot-contents.ts'
import { journal } from './journal-form.ts'
import { environmentKinds, placeOf, worldKinds } from './kinds.ts'

/** The version of the form: it changes with the form. Documents of versions before are upgraded: `restoring.ts`. */
export const snapshotVersion = 3

/** What the parts of a document have beside lists of records. */
export const partMembers = {
  clock: {
    mode: z.enum(['real', 'frozen']).describe('Whether the clock runs.'),
    speed: z.number().positive().describe('World seconds for each real second.'),
    time: time.describe('What the clock shows, in milliseconds since 1970.'),
  },
  scenarios: {
    active: z
      .array(z.strictObject({ name: z.string(), since: time, until: time.optional() }))
      .describe('The scenarios that are on, in the order in which they were switched on.'),
  },
  outbox: { dropped: count.describe('How many messages the outbox has dropped.') },
} as const

/** The highest number that was given, beside the list of a numbered kind. */
const latest = count.describe('The highest number that was given.')

/** The members of a document for kinds of records: the list of each kind, or a part with its lists. */
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

const about = z.strictObject({
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
  journal: journal.optional(),
  contents: z.array(content).describe('The bytes of files.'),
})

/** Lists keep the order of the world; one that is absent is empty, because its kind came later. Times are milliseconds since 1970. */
export const snapshotDocument = whenNeeded((): z.ZodType<SnapshotDocument> => {
  const listOf = ({ schema, summary }: AnyForm) => z.array(schema).default([]).describe(summary)
  const partOf = (_: string, members: Record<string, z.ZodType>) => z.strictObject(members)
  const environment = z.strictObject(membersOf(environmentKinds, listOf, partOf)).optional()
  const environments = z.strictObject({ test: environment, production: environment })
  return about.extend({ ...membersOf(worldKinds, listOf, partOf), environments }) as unknown as z.ZodType<SnapshotDocument>
})

/** The list of a kind at its place. */
type Listed<Kind> = Kind extends { readonly list: infer List extends string; schema: z.ZodType<infer Written> }
  ? List extends `${infer Part}.${infer Name}`
    ? { [P in Part]: { [N in Name]: Written[] } & { latest?: number } }
    : { [N in List]: Written[] }
  : never

type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

type Parts = { [Part in keyof typeof partMembers]: z.output<z.ZodObject<(typeof partMembers)[Part]>> }

export type EnvironmentDocument = Both<Listed<(typeof environmentKinds)[number]>>

/** A snapshot of a world, which JSON can hold. Its form belongs to its `version`. */
export type SnapshotDocument = z.output<typeof about> &
  Parts &
  Both<Listed<(typeof worldKinds)[number]>> & {
    environments: { test?: EnvironmentDocument | undefined; production?: EnvironmentDocument | undefined }
  }
