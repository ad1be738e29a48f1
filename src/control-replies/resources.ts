/** The replies about resources. */
import { z } from 'zod'
import { environmentNames } from '../state/agenda.ts'
import { pageReply } from './page.ts'

/** Null: it was never set. */
export const resourceReply = z.object({
  id: z.string(),
  environment: z.enum(environmentNames),
  owner: z.string().nullable().describe('The number of its service owner.'),
  configured: z.boolean().describe('False: its owner has not configured it yet.'),
  registered: z.boolean().describe('False: the resource registry has lost it.'),
  maxFileTransferSize: z.number().nullable().describe('Bytes.'),
  timeToLive: z.string().nullable().describe('A duration in ISO 8601.'),
  purgeAfterConfirmed: z.boolean(),
  gracePeriod: z.string().nullable().describe('A duration in ISO 8601.'),
  useManifestFileShim: z.boolean().nullable(),
  externalServiceCode: z.string().nullable(),
  externalServiceEdition: z.int().nullable(),
  requiredParty: z.string().nullable(),
  accessList: z.array(z.string()).nullable().describe('The only organizations that may be recipients, as 0192:NNNNNNNNN.'),
  unscannedApproved: z.boolean(),
})

export type ResourceReply = z.output<typeof resourceReply>

/** Source: decisions §12. */
export const resourcesReply = z.object({ resources: z.array(resourceReply), ...pageReply })
