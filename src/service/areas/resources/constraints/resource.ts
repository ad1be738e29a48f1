/** Schemas, constraints and validation names for resources and for service owners. Source: file-transfer §9. */
import { z } from 'zod'
import type { Path } from '../../../wire/json.ts'
import { pascalKey, type RequestNames } from '../../../wire/json-errors.ts'
import type { Errors } from '../../../wire/refusal.ts'
import { notBlank } from '../../../wire/text.ts'

/** An integer with at most this many bits. Any other number causes an `invalid_type` issue, because the service cannot parse it. */
const wholeNumber = (bits: number) =>
  z
    .number()
    .check(({ value, issues }) => {
      if (!Number.isInteger(value) || value < -(2 ** (bits - 1)) || value >= 2 ** (bits - 1))
        issues.push({ code: 'invalid_type', expected: 'int', input: value })
    })
    .meta({ type: 'integer', format: `int${bits}` })

const fields = {
  maxFileTransferSize: wholeNumber(64).nullable(),
  fileTransferTimeToLive: z.string().nullable(),
  purgeFileTransferAfterAllRecipientsConfirmed: z.boolean().nullable(),
  purgeFileTransferGracePeriod: z.string().nullable(),
  useManifestFileShim: z.boolean().nullable(),
  externalServiceCodeLegacy: z.string().nullable(),
  externalServiceEditionCodeLegacy: wholeNumber(32).nullable(),
  requiredParty: z.string().nullable(),
}

export const byResourceId = z.object({ resourceId: z.string() })

export const resourceReply = z.object(fields)
export const resourceRequest = resourceReply.partial()
export type ResourceReply = z.output<typeof resourceReply>
export type ResourceRequest = z.output<typeof resourceRequest>

const nameRequired = 'The Name field is required.'
export const serviceOwnerRequest = z.object({ name: z.string({ error: nameRequired }).regex(notBlank, { error: nameRequired }) })

export const storageStatuses = ['NotStarted', 'DeployingResources', 'Ready'] as const
export type StorageStatus = (typeof storageStatuses)[number]

export const storageTypes = ['AltinnAzure', 'AltinnAzureWithoutVirusScan'] as const

export const serviceOwnerReply = z.object({
  name: z.string(),
  storageProviders: z.array(
    z.object({ type: z.enum(storageTypes), deploymentStatus: z.enum(storageStatuses), deploymentEnvironment: z.string() }),
  ),
})

/** The shim needs both codes in the same request. The service reports only the first missing code. */
export function shimErrors({
  useManifestFileShim,
  externalServiceCodeLegacy,
  externalServiceEditionCodeLegacy,
}: ResourceRequest): Errors | undefined {
  if (!useManifestFileShim) return undefined
  if (!externalServiceCodeLegacy) return { '': ['ExternalServiceCodeLegacy must be set and not be an empty string.'] }
  if (!externalServiceEditionCodeLegacy) return { '': ['ExternalServiceEditionCodeLegacy must be set and not be zero.'] }
  return undefined
}

const types: Readonly<Record<string, string>> = {
  maxFileTransferSize: 'System.Nullable`1[System.Int64]',
  purgeFileTransferAfterAllRecipientsConfirmed: 'System.Nullable`1[System.Boolean]',
  useManifestFileShim: 'System.Nullable`1[System.Boolean]',
  externalServiceEditionCodeLegacy: 'System.Nullable`1[System.Int32]',
}

const names = (parameter: string, model: string): RequestNames => ({
  parameter,
  typeOf: ([name]: Path) => (name === undefined ? model : (types[name] ?? 'System.String')),
  mayBeNull: () => true,
  keyOf: pascalKey,
})

export const resourceNames = names('resourceExt', 'Altinn.Broker.Models.ResourceExt')
export const serviceOwnerNames = names('serviceOwnerInitializeExt', 'Altinn.Broker.Models.ServiceOwner.ServiceOwnerInitializeExt')
