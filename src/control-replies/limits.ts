/** The replies about rate limits. */
import { z } from 'zod'
import { environmentNames } from '../world/agenda.ts'
import { callerOrganization } from './caller-organization.ts'
import { pageReply } from './page.ts'

/** `caller` is what calls are counted by: a client id, an organization number or a subscription key. */
const callerLimit = z.object({
  caller: z.string().describe('A client id or an organization number.'),
  ...callerOrganization,
  environment: z.enum(environmentNames).describe('The environment: test or production.'),
  operation: z.string().describe('An operation with a limit, such as fileTransfer.search.'),
  limit: z.int().describe('How many calls a minute.'),
  left: z.int().describe('How many calls are left.'),
  resetsAt: z.iso
    .datetime()
    .describe('When a caller with nothing left has one call again; for another caller, when it has the full limit again.'),
})

export type CallerLimit = z.output<typeof callerLimit>

/** Source: decisions §12. */
export const limitsReply = z.object({ limits: z.array(callerLimit).describe('The limits of each caller.'), ...pageReply })

export type LimitsReply = z.output<typeof limitsReply>
