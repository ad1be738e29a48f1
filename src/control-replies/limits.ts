/** The replies about rate limits. */
import { z } from 'zod'
import { environmentNames } from '../state/agenda.ts'
import { callerOrganization } from './caller-organization.ts'
import { pageReply } from './page.ts'

/** `caller` is what calls are counted by: a client id, an organization number or a subscription key. */
const callerLimit = z.object({
  caller: z.string(),
  ...callerOrganization,
  environment: z.enum(environmentNames),
  operation: z.string(),
  limit: z.int(),
  left: z.int(),
  resetsAt: z.iso.datetime(),
})

export type CallerLimit = z.output<typeof callerLimit>

/** Source: decisions §12. */
export const limitsReply = z.object({ limits: z.array(callerLimit), ...pageReply })

export type LimitsReply = z.output<typeof limitsReply>
