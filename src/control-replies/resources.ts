/** The replies about resources. */
import { z } from 'zod'
import { environmentNames } from '../world/agenda.ts'
import { pageReply } from './page.ts'

/** Null: it was never set. */
export const resourceReply = z.object({
  id: z.string().describe('The id of the resource.'),
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  owner: z.string().nullable().describe('The number of its service owner.'),
  configured: z.boolean().describe('False: its owner has not configured it yet.'),
  registered: z.boolean().describe('False: the resource registry has lost it.'),
  maxFileTransferSize: z.number().nullable().describe('Bytes.'),
  timeToLive: z.string().nullable().describe('A duration in ISO 8601.'),
  purgeAfterConfirmed: z.boolean().describe('Whether a file is removed after all have confirmed.'),
  gracePeriod: z.string().nullable().describe('A duration in ISO 8601.'),
  useManifestFileShim: z.boolean().nullable().describe('Whether older clients get a manifest file. It has no effect here.'),
  externalServiceCode: z.string().nullable().describe('The code of the older service. It has no effect here.'),
  externalServiceEdition: z.int().nullable().describe('The edition of the older service. It has no effect here.'),
  requiredParty: z.string().nullable().describe('The organization that must be the sender or the only recipient of each file transfer.'),
  accessList: z.array(z.string()).nullable().describe('The only organizations that may be recipients, as 0192:NNNNNNNNN.'),
  unscannedApproved: z.boolean().describe('Whether files may go without a virus scan in production.'),
})

export type ResourceReply = z.output<typeof resourceReply>

/** Source: decisions §12. */
export const resourcesReply = z.object({ resources: z.array(resourceReply).describe('The resources.'), ...pageReply })
