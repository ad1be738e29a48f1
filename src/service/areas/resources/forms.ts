/** The stored formats of resources and service owners. */
import { z } from 'zod'
import { count, defineForm } from '../../world/record-form.ts'
import { storageStatuses } from './constraints/resource.ts'
import { removedResources, resources, serviceOwners } from './records.ts'

export const resourceForm = defineForm(resources, {
  list: 'resources',
  summary: 'Resources that differ from the fixtures.',
  schema: z.strictObject({
    id: z.string(),
    owner: z.string().optional(),
    maxFileTransferSize: count.optional(),
    timeToLive: z.int().optional().describe('Milliseconds. With a negative value, files expire immediately.'),
    purgeAfterConfirmed: z.boolean(),
    gracePeriod: z.int().optional(),
    useManifestFileShim: z.boolean().optional(),
    externalServiceCode: z.string().optional(),
    externalServiceEdition: z.int().optional(),
    requiredParty: z.string().optional(),
    accessList: z.array(z.string()).optional(),
    unscannedApproved: z.boolean(),
    configured: z.boolean().optional(),
    registered: z.boolean().optional(),
  }),
  // Version 2 allows negative durations.
  upgrades: [(resource) => resource],
})

export const removedResourceForm = defineForm(removedResources, {
  list: 'removedResources',
  summary: 'Ids of resources removed from the fixtures.',
  schema: z.string(),
})

export const serviceOwnerForm = defineForm(serviceOwners, {
  list: 'serviceOwners',
  summary: 'Registered service owners.',
  schema: z.strictObject({ orgNo: z.string(), name: z.string(), storage: z.enum(storageStatuses) }),
})
