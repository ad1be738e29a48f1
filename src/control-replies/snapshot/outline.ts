/** A snapshot as its readers see it: the parts, without the records in them. */
import { z } from 'zod'
import { dialectNames } from '../../wire/dialect.ts'
import { snapshotVersion } from './document.ts'

const part = z.record(z.string(), z.unknown())
const list = z.array(z.unknown())

/** The inner form belongs to the version, and a reader need not know it. */
export const snapshotOutline = z.object({
  format: z.literal('standin-snapshot').describe('What kind of document it is.'),
  version: z.literal(snapshotVersion).describe('The version of the form of the document. A Standin refuses every version but its own.'),
  standin: z.string().describe('The version of Standin that made it.'),
  world: z.string().describe('The name of the world. The ids of what is made later follow from the name and the seed.'),
  settings: part.describe('The settings of the simulator that shape how the world goes on.'),
  seed: z.int().describe('The seed of all that is drawn in the world.'),
  created: z.int().describe('When the world was made, in world milliseconds since 1970.'),
  dialect: z.enum(dialectNames).describe('The dialect that the world speaks.'),
  calls: z.int().describe('How many calls have arrived.'),
  tokens: z.int().describe('How many tokens were made.'),
  interventions: z.int().describe('How often a tester made a file transfer do something.'),
  clock: part.describe('The clock, and the jobs that are booked.'),
  scenarios: part.describe('The scenarios that are on, those that the world defines, and what their rules have counted.'),
  contacts: part.describe('The contacts that differ from the fixtures.'),
  callers: list.describe('The callers with limits of their own that differ from the fixtures.'),
  clients: list.describe('The registered clients that differ from the fixtures.'),
  outbox: part.describe('The messages that were handed over.'),
  environments: z
    .object({
      test: part.optional().describe('The records of the test environment; absent when it was not used.'),
      production: part.optional().describe('The records of production; absent when it was not used.'),
    })
    .describe('The records of each environment.'),
  journal: part.optional().describe('The lines of the journal; absent when they were not asked for.'),
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
