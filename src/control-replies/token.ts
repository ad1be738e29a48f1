/** The reply with a token that Standin made. */
import { z } from 'zod'

export const tokenReply = z.object({ token: z.string(), expiresAt: z.iso.datetime(), claims: z.record(z.string(), z.unknown()) })
