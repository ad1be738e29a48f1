/** Checks the caller and the values when a resource is configured. Source: file-transfer §9. */

import type { Caller } from '../../tokens/caller.ts'
import { demandStorable, Refusal, type Stored } from '../../wire/refusal.ts'
import { trimBlanks } from '../../wire/text.ts'
import type { EnvironmentName } from '../../world/records.ts'
import type { Act } from '../operation.ts'
import type { ResourceReply, ResourceRequest } from './constraints/resource.ts'
import {
  demandRegistered,
  describedResource,
  findServiceOwner,
  mostScanned,
  openResource,
  type Resource,
  resourceLimits,
} from './records.ts'

interface Configuring extends Pick<Act<'resource-registry'>, 'world' | 'environment' | 'reach'> {
  readonly caller: Caller
}

const longestId = 255

/** Returns the resource before the change. Refuses with BRO-00005, BRO-00006 or BRO-00024. */
export function resourceToConfigure(act: Configuring, id: string): Resource {
  const { world, environment, caller, reach } = act
  demandStorable({ ResourceId: [id] })
  const known = describedResource(world, environment, id)
  if (known && known.configured !== false && known.owner !== undefined) {
    if (known.owner !== caller.orgNo) throw foreign(known.owner, caller)
    return known
  }
  reach('resource-registry')
  const resource = known ?? (world.settings.openResources && isBare(id) ? openResource(id) : undefined)
  if (!resource) throw new Refusal('BRO-00005', { reason: `there is no resource ${id.slice(0, 100)}` })
  demandRegistered(resource)
  // A resource without an owner belongs to the first caller that configures it. Source: decisions §3.
  const owner = resource.owner ?? caller.orgNo
  if (owner === undefined || owner !== caller.orgNo) throw foreign(owner, caller)
  if (!findServiceOwner(act, owner)) throw new Refusal('BRO-00024', { reason: `${owner} is not a service owner` })
  return { ...resource, owner, configured: true }
}

const foreign = (owner: string | undefined, { orgNo }: Configuring['caller']) =>
  new Refusal('BRO-00006', {
    reason:
      owner === undefined
        ? 'the token contains no organization number'
        : `the resource belongs to ${owner}, not to ${orgNo ?? 'the caller'}`,
  })

const isBare = (id: string) => id.length <= longestId && !id.includes(':')

/** The longest service code that the database accepts. Source: file-transfer §9. */
const longestServiceCode = 7

const storedResource = ({ externalServiceCodeLegacy, requiredParty }: ResourceRequest): Stored => ({
  ExternalServiceCodeLegacy: [externalServiceCodeLegacy ?? '', longestServiceCode],
  RequiredParty: [requiredParty ?? ''],
})

/** Applies a request to a resource. Null and absent values change nothing. */
export function configuredBy(resource: Resource, request: ResourceRequest, environment: EnvironmentName): Resource {
  const scanned = environment === 'production' && !resource.unscannedApproved
  const gracePeriod = duration(request.purgeFileTransferGracePeriod, resourceLimits.gracePeriod, 'BRO-00017', 'BRO-00018')
  const maxFileTransferSize = size(request.maxFileTransferSize, scanned)
  const timeToLive = duration(request.fileTransferTimeToLive, resourceLimits.timeToLive, 'BRO-00014', 'BRO-00015')
  demandStorable(storedResource(request))
  return {
    ...resource,
    maxFileTransferSize: maxFileTransferSize ?? resource.maxFileTransferSize,
    timeToLive: timeToLive ?? resource.timeToLive,
    gracePeriod: gracePeriod ?? resource.gracePeriod,
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
  if (Math.abs(milliseconds) >= mostCounted) throw new Refusal('unmappable', {}, { '': ['The duration is too long to be represented.'] })
  if (milliseconds > longest) throw new Refusal(tooLong)
  return milliseconds
}

/** Values that have never been set are null. */
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

/** An XML Schema duration. Seconds can have a decimal point without digits before or after it. */
const form = /^-?P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?=[\d.])(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d*)?|\.\d*)S)?)?$/
/** As in .NET, a year has 365 days and a month has 30, but twelve months make a year. */
const units = [365 * 86_400_000, 30 * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000]
const missingInYear = 5 * 86_400_000

/** Maximum value per unit. */
const mostOfUnit = 2 ** 31 - 1
/** Maximum number of milliseconds that .NET can count in 100-nanosecond ticks. */
const mostCounted = 2 ** 63 / 10_000

/** Returns milliseconds, possibly negative, or undefined if the string is not a duration. Source: file-transfer §9. */
export function readTimeSpan(text: string): number | undefined {
  const written = trimBlanks(text)
  const parts = form.exec(written)
  if (!parts) return undefined
  const numbers = units.map((_, at) => Number(parts[at + 1] === '.' ? 0 : (parts[at + 1] ?? 0)))
  if (numbers.some((number) => Math.floor(number) > mostOfUnit)) return undefined
  const extra = Math.floor((numbers[1] ?? 0) / 12) * missingInYear
  const length = Math.round(units.reduce((sum, unit, at) => sum + unit * (numbers[at] ?? 0), extra))
  return written.startsWith('-') && length > 0 ? -length : length
}

/** Formats milliseconds as .NET does: `[-][d.]hh:mm:ss[.fffffff]`. */
export function timeSpan(milliseconds: number): string {
  if (milliseconds < 0) return `-${timeSpan(-milliseconds)}`
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const days = Math.floor(milliseconds / 86_400_000)
  const time = `${two((milliseconds / 3_600_000) % 24)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`
  const fraction = milliseconds % 1000
  return `${days > 0 ? `${days}.` : ''}${time}${fraction > 0 ? `.${String(fraction).padStart(3, '0')}0000` : ''}`
}
