/** Configures a resource: checks the caller and the values. Source: file-transfer §9. */

import type { Act } from '../../../state/act.ts'
import type { EnvironmentName } from '../../../state/agenda.ts'
import { describedResource } from '../../../state/find-resource.ts'
import type { Caller } from '../../../tokens/caller.ts'
import { Refusal } from '../../../wire/refusals/refusal.ts'
import { demandStorable, type Stored } from '../../../wire/values/storable.ts'
import type { ResourceReply, ResourceRequest } from '../rules/resource.ts'
import { readTimeSpan, timeSpan } from '../rules/time-span.ts'
import { mostScanned, resourceLimits } from './defaults-and-limits.ts'
import { openResource, type Resource } from './resource.ts'
import { demandRegistered, findServiceOwner } from './service-owner-rules.ts'

interface Configuring extends Pick<Act<'resource-registry'>, 'world' | 'environment' | 'reach'> {
  readonly caller: Caller
}

const longestId = 255

/** The resource before the change. Refuses with BRO-00005, BRO-00006 and BRO-00024. */
export function resourceToConfigure(act: Configuring, id: string): Resource {
  const { world, environment, caller, reach } = act
  const known = describedResource(world, environment, id)
  if (known && known.configured !== false && known.owner !== undefined) {
    if (known.owner !== caller.orgNo) throw foreign(known.owner, caller)
    return known
  }
  reach('resource-registry')
  const found = known ?? (world.settings.openResources && isBare(id) ? openResource(id) : undefined)
  if (!found) throw new Refusal('BRO-00005', { reason: `there is no resource ${id.slice(0, 100)}` })
  demandRegistered(found)
  // A resource without an owner belongs to the first one who configures it. Source: decisions §3.
  const owner = found.owner ?? caller.orgNo
  if (owner === undefined || owner !== caller.orgNo) throw foreign(owner, caller)
  if (!findServiceOwner(act, owner)) throw new Refusal('BRO-00024', { reason: `${owner} is not a service owner` })
  return { ...found, owner, configured: true }
}

const foreign = (owner: string | undefined, { orgNo }: Configuring['caller']) =>
  new Refusal('BRO-00006', {
    reason:
      owner === undefined
        ? 'the token names no organization with a number'
        : `the resource belongs to ${owner}, not to ${orgNo ?? 'the caller'}`,
  })

const isBare = (id: string) => id.length <= longestId && !id.includes(':')

/** The widest service code that the database takes. Source: file-transfer §9. */
const longestServiceCode = 7

const storedResource = ({ externalServiceCodeLegacy, requiredParty }: ResourceRequest): Stored => ({
  ExternalServiceCodeLegacy: [externalServiceCodeLegacy ?? '', longestServiceCode],
  RequiredParty: [requiredParty ?? ''],
})

/** The resource with the values of the request. Null and absent values change nothing. */
export function configuredBy(resource: Resource, request: ResourceRequest, environment: EnvironmentName): Resource {
  const scanned = environment === 'production' && !resource.unscannedApproved
  demandStorable(storedResource(request))
  return {
    ...resource,
    maxFileTransferSize: size(request.maxFileTransferSize, scanned) ?? resource.maxFileTransferSize,
    timeToLive: duration(request.fileTransferTimeToLive, resourceLimits.timeToLive, 'BRO-00014', 'BRO-00015') ?? resource.timeToLive,
    gracePeriod:
      duration(request.purgeFileTransferGracePeriod, resourceLimits.gracePeriod, 'BRO-00017', 'BRO-00018') ?? resource.gracePeriod,
    purgeAfterConfirmed: request.purgeFileTransferAfterAllRecipientsConfirmed ?? resource.purgeAfterConfirmed,
    useManifestFileShim: request.useManifestFileShim ?? resource.useManifestFileShim,
    externalServiceCode: request.externalServiceCodeLegacy ?? resource.externalServiceCode,
    externalServiceEdition: request.externalServiceEditionCodeLegacy ?? resource.externalServiceEdition,
    requiredParty: request.requiredParty ?? resource.requiredParty,
  }
}

function size(bytes: number | null | undefined, scanned: boolean): number | undefined {
  if (bytes === null || bytes === undefined) return undefined
  if (bytes < 0) throw new Refusal('BRO-00011')
  if (bytes === 0) throw new Refusal('BRO-00012')
  if (scanned && bytes > mostScanned) throw new Refusal('BRO-00013')
  if (bytes > resourceLimits.maxFileTransferSize) throw new Refusal('BRO-00022')
  return bytes
}

type Key = 'BRO-00014' | 'BRO-00015' | 'BRO-00017' | 'BRO-00018'

function duration(text: string | null | undefined, longest: number, unreadable: Key, tooLong: Key): number | undefined {
  if (text === null || text === undefined) return undefined
  const milliseconds = readTimeSpan(text)
  if (milliseconds === undefined) throw new Refusal(unreadable)
  if (milliseconds > longest) throw new Refusal(tooLong)
  return milliseconds
}

/** Values that were never set are null. */
export const configurationOf = (resource: Resource): ResourceReply => ({
  maxFileTransferSize: resource.maxFileTransferSize ?? null,
  fileTransferTimeToLive: written(resource.timeToLive),
  purgeFileTransferAfterAllRecipientsConfirmed: resource.purgeAfterConfirmed,
  purgeFileTransferGracePeriod: written(resource.gracePeriod),
  useManifestFileShim: resource.useManifestFileShim ?? false,
  externalServiceCodeLegacy: resource.externalServiceCode ?? null,
  externalServiceEditionCodeLegacy: resource.externalServiceEdition ?? null,
  requiredParty: resource.requiredParty ?? null,
})

const written = (milliseconds: number | undefined) => (milliseconds === undefined ? null : timeSpan(milliseconds))
