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
    owner: organizationNumber().optional(),
    maxFileTransferSize: z.int().nonnegative().optional(),
    timeToLive: milliseconds().optional(),
    purgeAfterConfirmed: z.boolean().default(resourceDefaults.purgeAfterConfirmed),
    gracePeriod: milliseconds().optional(),
    useManifestFileShim: z.boolean().optional(),
    externalServiceCode: z.string().optional(),
    externalServiceEdition: z.int().optional(),
    requiredParty: party().optional(),
    accessList: z.array(party()).optional(),
    unscannedApproved: z.boolean().default(resourceDefaults.unscannedApproved),
    configured: z.boolean().optional(),
    registered: z.boolean().optional(),
  }),
)

/** A resource as resources.json has it. */
export type ResourceWritten = z.input<ReturnType<typeof resourceSchema>>

/** The members of a resource beside its id. */
export const resourceMembers = () => resourceSchema().omit({ id: true })

/** Throws {@link Misuse} for a mistake; `place` begins its message. */
export const readResource = (place: string, written: unknown): Resource => readAs(place, resourceSchema(), written, '.')
