/** The replies about callers with limits of their own. */
import { z } from 'zod'
import { callerLimits } from '../world/fixtures.ts'
import { pageReply } from './page.ts'

/** `caller` is a client id or an organization number. `limits`: operation → calls a minute; other operations have the usual limit. */
export const callerReply = z.object({
  caller: z.string().describe('A client id or an organization number.'),
  limits: callerLimits.describe('The limits: how many calls a minute.'),
})

export type Caller = z.output<typeof callerReply>

/** Source: decisions §12. */
export const callersReply = z.object({ callers: z.array(callerReply).describe('The callers with limits of their own.'), ...pageReply })
