/** Resources and their service owners: every file transfer belongs to a resource and follows its settings. */
import { z } from 'zod'
import { readAs } from '../../wire/read-as.ts'
import { Refusal } from '../../wire/refusal.ts'
import { durationForm, readDuration } from '../../wire/timestamp.ts'
import { getOrCreate, whenNeeded } from '../../wire/when-needed.ts'
import type { Environment, Table } from '../../world/records.ts'
import { defineLifecycle, defineRecord } from '../../world/records.ts'
import type { Seed } from '../../world/registers.ts'
import type { World } from '../../world/world.ts'
import type { WorldEnvironment } from '../operation.ts'
import type { StorageStatus } from './constraints/resource.ts'

const hours = 3_600_000
const days = 24 * hours

/** Durations are in milliseconds. */
export const resourceDefaults = {
  timeToLive: 30 * days,
  gracePeriod: 2 * hours,
  purgeAfterConfirmed: true,
  unscannedApproved: false,
} as const

/** The largest file that the virus scan accepts, in bytes. */
export const mostScanned = 50_000_000_000

/** The maximum values that an owner can set, in bytes and milliseconds. */
export const resourceLimits = {
  maxFileTransferSize: 1_677_721_600_000,
  timeToLive: 365 * days,
  gracePeriod: days,
} as const

/** Values that have never been set are absent. */
export interface Resource {
  readonly id: string
  /** The service owner's organization number. Absent for an open resource that is not configured. */
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
  /** The party as written by the owner. */
  readonly requiredParty?: string | undefined
  /** If set, only these organizations may be recipients. Format: `0192:NNNNNNNNN`. */
  readonly accessList?: readonly string[] | undefined
  /** True if the resource's files may skip the virus scan, even in production. */
  readonly unscannedApproved: boolean
  /** False if the resource is in the registry but its owner has not configured it yet. */
  readonly configured?: boolean | undefined
  /** False if the owner has configured the resource but it is missing from the registry. */
  readonly registered?: boolean | undefined
}

/** The resource's own duration, or the default, in milliseconds. */
export const timeToLiveOf = ({ timeToLive = resourceDefaults.timeToLive }: Resource): number => timeToLive
export const gracePeriodOf = ({ gracePeriod = resourceDefaults.gracePeriod }: Resource): number => gracePeriod

const { purgeAfterConfirmed, unscannedApproved } = resourceDefaults

/** A resource that is neither configured nor in the fixtures. Source: decisions §3. */
export const openResource = (id: string): Resource => ({ id, purgeAfterConfirmed, unscannedApproved })

export const resources = defineRecord({
  name: 'resource',
  key: ({ id }: Resource) => id,
})

/** The ids of resources that a tester removed. These ids are stored because the resources might be in the fixtures. */
export const removedResources = defineRecord({
  name: 'removedResource',
  key: (id: string) => id,
})

export const organizationNumber = () => z.string().regex(/^\d{9}$/, 'An organization number has 9 digits.')
const party = () => z.string().regex(/^0192:\d{9}$/, 'Write a party as 0192:NNNNNNNNN.')
const span = `is neither ${durationForm} nor a whole number of milliseconds`
const milliseconds = () =>
  z
    .union([z.int().nonnegative(), z.string().refine((text) => readDuration(text) !== undefined, span)], span)
    .transform((written) => (typeof written === 'number' ? written : (readDuration(written) ?? 0)))

export const resourceSchema = whenNeeded(() =>
  z.strictObject({
    id: z.string().min(1),
    owner: organizationNumber().optional().describe("The service owner's organization number."),
    maxFileTransferSize: z.int().nonnegative().optional().describe('Maximum file size in bytes. If absent, the resource sets no limit.'),
    timeToLive: milliseconds().optional().describe('Time until files expire, such as 30d.'),
    purgeAfterConfirmed: z
      .boolean()
      .default(resourceDefaults.purgeAfterConfirmed)
      .describe('If true, files are purged once all recipients have confirmed.'),
    gracePeriod: milliseconds().optional().describe('Time until files are purged after the last confirmation, such as 2h.'),
    useManifestFileShim: z.boolean().optional().describe('If true, older clients get a manifest file. Has no effect in Standin.'),
    externalServiceCode: z.string().optional().describe("The older service's code. Has no effect in Standin."),
    externalServiceEdition: z.int().optional().describe("The older service's edition. Has no effect in Standin."),
    requiredParty: party()
      .optional()
      .describe('The organization that must be the sender or the only recipient of each file transfer, such as 0192:991825827.'),
    accessList: z.array(party()).optional().describe('The only organizations allowed as recipients, such as 0192:370916446.'),
    unscannedApproved: z
      .boolean()
      .default(resourceDefaults.unscannedApproved)
      .describe('If true, files may skip the virus scan, even in production.'),
    configured: z.boolean().optional().describe('False if the owner has not configured the resource. Default: true.'),
    registered: z.boolean().optional().describe('False if the resource is missing from the resource registry. Default: true.'),
  }),
)

export type ResourceWritten = z.input<ReturnType<typeof resourceSchema>>

export const resourceMembers = () => resourceSchema().omit({ id: true })

/** Throws {@link Misuse} for invalid input. The error message starts with `location`. */
export const readResource = (location: string, written: unknown): Resource => readAs(location, resourceSchema(), written, '.')

export interface ResourceSeed extends Seed {
  readonly resources: readonly Resource[]
}

export const fixturesOf = ({ fixtures }: Pick<World, 'fixtures'>) => fixtures as ResourceSeed

const described = new WeakMap<ResourceSeed, ReadonlyMap<string, Resource>>()

/** Returns the configured resource, the fixture, or an open resource if the settings allow it. */
export function findResource(world: World, environment: Environment, id: string): Resource | undefined {
  const known = describedResource(world, environment, id)
  if (known) return known.configured === false ? undefined : known
  return world.settings.openResources ? openResource(id) : undefined
}

/** Returns the configured resource or the fixture, even if its owner has not configured it yet. */
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

/** Finds a registered service owner or an organization in the contact register, whose storage is always ready. */
export function findServiceOwner({ world, environment }: WorldEnvironment, orgNo: string): ServiceOwner | undefined {
  const registered = environment.of(serviceOwners).get(orgNo)
  if (registered) return registered
  const known = world.contacts.organization(orgNo)
  return known?.serviceOwner === undefined ? undefined : { orgNo, name: known.name ?? known.serviceOwner, storage: 'Ready' }
}

/** Returns a resource's service owner, or undefined for an open resource. Refuses with BRO-00002 if the owner is not registered. */
export function serviceOwnerOf(where: WorldEnvironment, { id, owner }: Resource): ServiceOwner | undefined {
  if (owner === undefined) return undefined
  const serviceOwner = findServiceOwner(where, owner)
  if (!serviceOwner) throw new Refusal('BRO-00002', { reason: `${owner}, the owner of the resource ${id}, is not a service owner` })
  return serviceOwner
}

/** Refuses with BRO-00021 if the owner's storage is not ready. */
export function demandStorage(owner: ServiceOwner | undefined): void {
  if (owner && owner.storage !== 'Ready')
    throw new Refusal('BRO-00021', { reason: `the storage of the service owner ${owner.name} is ${owner.storage}` })
}

/** Refuses with BRO-00005 if the resource is missing from the registry. */
export function demandRegistered(resource: Resource | undefined): asserts resource is Resource {
  if (resource && resource.registered !== false) return
  const reason = resource ? `the resource registry no longer contains the resource ${resource.id}` : 'there is no such resource'
  throw new Refusal('BRO-00005', { reason })
}

/** Finds a resource's service owner by resource id. Refuses with BRO-00005 or BRO-00002. */
export function serviceOwnerBehind(where: WorldEnvironment, resourceId: string): ServiceOwner | undefined {
  const resource = findResource(where.world, where.environment, resourceId)
  demandRegistered(resource)
  return serviceOwnerOf(where, resource)
}
