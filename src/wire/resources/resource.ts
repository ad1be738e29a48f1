/** What is said about resources and their service owners. Source: file-transfer §9. */
import { z } from 'zod'

/** What is no whole number of so many bits cannot be read, rather than being out of bounds. */
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
export const serviceOwnerRequest = z.object({ name: z.string({ error: nameRequired }).regex(/\S/, { error: nameRequired }) })

export const storageStatuses = ['NotStarted', 'DeployingResources', 'Ready'] as const
export type StorageStatus = (typeof storageStatuses)[number]

export const storageTypes = ['AltinnAzure', 'AltinnAzureWithoutVirusScan'] as const

export const serviceOwnerReply = z.object({
  name: z.string(),
  storageProviders: z.array(
    z.object({ type: z.enum(storageTypes), deploymentStatus: z.enum(storageStatuses), deploymentEnvironment: z.string() }),
  ),
})
