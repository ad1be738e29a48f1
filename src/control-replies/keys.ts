/** The reply about the keys that sign tokens. */
import { z } from 'zod'

export const keysReply = z.object({
  kid: z.string().describe('The id of the key that signs from now on.'),
  published: z.array(z.string()).describe('The ids of all keys that are good, the newest first.'),
})
