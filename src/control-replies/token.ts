/** The reply with a token that Standin made. */
import { z } from 'zod'

export const tokenReply = z.object({
  token: z.string().describe('The token.'),
  expiresAt: z.iso.datetime().describe('When the token ends.'),
  claims: z.record(z.string(), z.unknown()).describe('What the token says.'),
})
