/** A resource: every file transfer belongs to one, and follows the rules of its owner. */
import { z } from 'zod'
import { readAs } from '../../../wire/read-as.ts'
import { durationForm, readDuration } from '../../../wire/timestamp.ts'
import { whenNeeded } from '../../../wire/when-needed.ts'
import { defineRecord } from '../../../world/records.ts'

const hours = 3_600_000
const days = 24 * hours

/** Times are milliseconds. */
export const resourceDefaults = {
  timeToLive: 30 * days,
  gracePeriod: 2 * hours,
  purgeAfterConfirmed: true,
  unscannedApproved: false,
} as const

/** The largest upload in bytes that a virus scan takes. */
export const mostScanned = 50_000_000_000

/** The most that an owner may set: bytes and milliseconds. */
export const resourceLimits = {
  maxFileTransferSize: 1_677_721_600_000,
  timeToLive: 365 * days,
  gracePeriod: days,
} as const

/** Values that were never set are absent. */
export interface Resource {
  readonly id: string
  /** Organization number of the service owner; absent for an open resource that was not configured. */
  readonly owner?: string | undefined
  /** Bytes. */
  readonly maxFileTransferSize?: number | undefined
  /** Milliseconds. */
  readonly timeToLive?: number | undefined
  readonly purgeAfterConfirmed: boolean
  /** Milliseconds. */
  readonly gracePeriod?: number | undefined
  readonly useManifestFileShim?: boolean | undefined
  readonly externalServiceCode?: string | undefined
  readonly externalServiceEdition?: number | undefined
  /** As the owner wrote it. */
  readonly requiredParty?: string | undefined
  /** The only organizations that may be recipients, as `0192:NNNNNNNNN`. */
  readonly accessList?: readonly string[] | undefined
  /** Whether its files may go unscanned, also in production. */
  readonly unscannedApproved: boolean
  /** False: the resource registry has it, but its owner has not configured it yet. */
  readonly configured?: boolean | undefined
  /** False: its owner has configured it, but the resource registry has lost it. */
  readonly registered?: boolean | undefined
}

/** Milliseconds. */
export const timeToLiveOf = ({ timeToLive = resourceDefaults.timeToLive }: Resource): number => timeToLive
export const gracePeriodOf = ({ gracePeriod = resourceDefaults.gracePeriod }: Resource): number => gracePeriod

const { purgeAfterConfirmed, unscannedApproved } = resourceDefaults

/** A resource that is neither configured nor in the fixtures. Source: decisions §3. */
export const openResource = (id: string): Resource => ({ id, purgeAfterConfirmed, unscannedApproved })

export const resources = defineRecord({
  name: 'resource',
  key: ({ id }: Resource) => id,
})

/** The ids of resources that a tester removed, for the fixtures may have them. */
export const removedResources = defineRecord({
  name: 'removedResource',
  key: (id: string) => id,
})

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
    owner: organizationNumber().optional().describe('The organization number of its service owner.'),
    maxFileTransferSize: z.int().nonnegative().optional().describe('The largest file, in bytes; without a limit of its own when absent.'),
    timeToLive: milliseconds().optional().describe('How long files are kept, such as 30d.'),
    purgeAfterConfirmed: z
      .boolean()
      .default(resourceDefaults.purgeAfterConfirmed)
      .describe('Whether files are purged when all recipients have confirmed.'),
    gracePeriod: milliseconds().optional().describe('How long files are kept after the last confirmation, such as 2h.'),
    useManifestFileShim: z.boolean().optional().describe('Whether older clients get a manifest file. It has no effect here.'),
    externalServiceCode: z.string().optional().describe('The code of the older service. It has no effect here.'),
    externalServiceEdition: z.int().optional().describe('The edition of the older service. It has no effect here.'),
    requiredParty: party()
      .optional()
      .describe('The organization that must be the sender or the only recipient of each file transfer, such as 0192:991825827.'),
    accessList: z.array(party()).optional().describe('The only organizations that may be recipients, such as 0192:370916446.'),
    unscannedApproved: z
      .boolean()
      .default(resourceDefaults.unscannedApproved)
      .describe('Whether files may go without a virus scan, also in production.'),
    configured: z.boolean().optional().describe('Whether its owner has configured it; yes when absent.'),
    registered: z.boolean().optional().describe('Whether the resource registry has it; yes when absent.'),
  }),
)

/** A resource as resources.json has it. */
export type ResourceWritten = z.input<ReturnType<typeof resourceSchema>>

/** The members of a resource beside its id. */
export const resourceMembers = () => resourceSchema().omit({ id: true })

/** Throws {@link Misuse} for a mistake; `location` begins its message. */
export const readResource = (location: string, written: unknown): Resource => readAs(location, resourceSchema(), written, '.')
