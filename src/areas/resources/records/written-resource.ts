/** A resource as resources.json has it. */
import { z } from 'zod'
import { readAs } from '../../../wire/read-as.ts'
import { durationForm, readDuration } from '../../../wire/values/duration.ts'
import { whenNeeded } from '../../../wire/when-needed.ts'
import { resourceDefaults } from './defaults-and-limits.ts'
import type { Resource } from './resource.ts'

export const organizationNumber = () => z.string().regex(/^\d{9}$/, 'An organization number has 9 digits.')
const party = () => z.string().regex(/^0192:\d{9}$/, 'A party is written 0192:NNNNNNNNN.')
const span = `is neither ${durationForm}, nor a whole number of milliseconds`
const milliseconds = () =>
  z
    .union([z.int().nonnegative(), z.string().refine((text) => readDuration(text) !== undefined, span)], span)
    .transform((written) => (typeof written === 'number' ? written : (readDuration(written) ?? 0)))

export const resourceSchema = whenNeeded(() =>
  z.strictObject({
    id: z.string().min(1),
    owner: organizationNumber().optional().describe('The number of the service owner.'),
    maxFileTransferSize: z.int().nonnegative().optional().describe('The largest number of bytes of a file. Null: no limit of its own.'),
    timeToLive: milliseconds().optional().describe('How long a file is kept.'),
    purgeAfterConfirmed: z
      .boolean()
      .default(resourceDefaults.purgeAfterConfirmed)
      .describe('Whether a file is removed after all have confirmed.'),
    gracePeriod: milliseconds().optional().describe('How long a file is kept after all have confirmed.'),
    useManifestFileShim: z.boolean().optional().describe('Whether older clients get a manifest file. It has no effect here.'),
    externalServiceCode: z.string().optional().describe('The code of the older service. It has no effect here.'),
    externalServiceEdition: z.int().optional().describe('The edition of the older service. It has no effect here.'),
    requiredParty: party().optional().describe('The organization that must be the sender or the only recipient of each file transfer.'),
    accessList: z.array(party()).optional().describe('The organizations that may be recipients.'),
    unscannedApproved: z
      .boolean()
      .default(resourceDefaults.unscannedApproved)
      .describe('Whether files may go without a virus scan in production.'),
    configured: z.boolean().optional().describe('Whether its owner has configured it.'),
    registered: z.boolean().optional().describe('Whether it is in the registry.'),
  }),
)

/** A resource as resources.json has it. */
export type ResourceWritten = z.input<ReturnType<typeof resourceSchema>>

/** The members of a resource beside its id. */
export const resourceMembers = () => resourceSchema().omit({ id: true })

/** Throws {@link Misuse} for a mistake; `place` begins its message. */
export const readResource = (place: string, written: unknown): Resource => readAs(place, resourceSchema(), written, '.')
