/** Resources and their service owners: every file transfer belongs to a resource and follows the settings of its owner. */
import { z } from 'zod'
import { readAs } from '../../wire/read-as.ts'
import { Refusal } from '../../wire/refusal.ts'
import { durationForm, readDuration } from '../../wire/timestamp.ts'
import { getOrCreate, whenNeeded } from '../../wire/when-needed.ts'
import type { Environment } from '../../world/environment.ts'
import { defineLifecycle, defineRecord } from '../../world/records.ts'
import type { Seed } from '../../world/seed.ts'
import type { Table } from '../../world/table.ts'
import type { World, WorldEnvironment } from '../../world/world.ts'
import type { StorageStatus } from './constraints/resource.ts'

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

/** Seed data with the part that belongs to this area. */
export interface ResourceSeed extends Seed {
  readonly resources: readonly Resource[]
}

export const fixturesOf = ({ fixtures }: Pick<World, 'fixtures'>) => fixtures as ResourceSeed

const described = new WeakMap<ResourceSeed, ReadonlyMap<string, Resource>>()

/** The configured resource, else the one of the fixtures, else an open resource if those are allowed. */
export function findResource(world: World, environment: Environment, id: string): Resource | undefined {
  const known = describedResource(world, environment, id)
  if (known) return known.configured === false ? undefined : known
  return world.settings.openResources ? openResource(id) : undefined
}

/** The configured resource, else the one of the fixtures, also if its owner has not configured it yet. */
export function describedResource(world: World, environment: Environment, id: string): Resource | undefined {
  const fixtures = fixturesOf(world)
  const known = getOrCreate(described, fixtures, () => new Map(fixtures.resources.map((resource) => [resource.id, resource])))
  return environment.of(resources).get(id) ?? (environment.of(removedResources).get(id) === undefined ? known.get(id) : undefined)
}

export interface ServiceOwner {
  readonly orgNo: string
  readonly name: string
  storage: StorageStatus
}

export const storageLifecycle = defineLifecycle<StorageStatus>('storage', {
  NotStarted: ['DeployingResources'],
  DeployingResources: ['Ready'],
  Ready: [],
})

export function moveStorage(owners: Table<ServiceOwner>, owner: ServiceOwner, status: StorageStatus): void {
  storageLifecycle.demand(owner.storage, status)
  owner.storage = status
  owners.changed(owner)
}

/** Service owners that registered themselves. */
export const serviceOwners = defineRecord({
  name: 'serviceOwner',
  key: ({ orgNo }: ServiceOwner) => orgNo,
})

/** A service owner that registered itself, or one of the contact register, whose storage is always ready. */
export function findServiceOwner({ world, environment }: WorldEnvironment, orgNo: string): ServiceOwner | undefined {
  const registered = environment.of(serviceOwners).get(orgNo)
  if (registered) return registered
  const known = world.contacts.organization(orgNo)
  return known?.serviceOwner === undefined ? undefined : { orgNo, name: known.name ?? known.serviceOwner, storage: 'Ready' }
}

/** The service owner of a resource; undefined for an open one. Refuses with BRO-00002. */
export function serviceOwnerOf(where: WorldEnvironment, { id, owner }: Resource): ServiceOwner | undefined {
  if (owner === undefined) return undefined
  const serviceOwner = findServiceOwner(where, owner)
  if (!serviceOwner) throw new Refusal('BRO-00002', { reason: `the owner ${owner} of the resource ${id} is not a service owner` })
  return serviceOwner
}

/** Refuses with BRO-00021 an owner whose storage is not ready. */
export function demandStorage(owner: ServiceOwner | undefined): void {
  if (owner && owner.storage !== 'Ready')
    throw new Refusal('BRO-00021', { reason: `the storage of the service owner ${owner.name} is ${owner.storage}` })
}

/** Refuses with BRO-00005 a resource that is missing in the registry. */
export function demandRegistered(resource: Resource | undefined): asserts resource is Resource {
  if (!resource || resource.registered === false)
    throw new Refusal('BRO-00005', {
      reason: resource ? `the resource registry has lost the resource ${resource.id}` : 'there is no such resource',
    })
}

/** The service owner of the resource of a transfer. Refuses with BRO-00005 and BRO-00002. */
export function serviceOwnerBehind(where: WorldEnvironment, resourceId: string): ServiceOwner | undefined {
  const resource = findResource(where.world, where.environment, resourceId)
  demandRegistered(resource)
  return serviceOwnerOf(where, resource)
}
