/** The keys that sign tokens, in every world. */
import { z } from 'zod'
import type { Keys } from '../tokens/keys.ts'

export const keysReply = z.object({
  kid: z.string().describe('The id of the key that signs from now on.'),
  published: z.array(z.string()).describe('The ids of all keys that are good, the newest first.'),
})

export interface KeysKnob {
  /** Makes a new key. The one before it stays published and good until the next rotation; the one before that does not. */
  rotate(): Promise<z.output<typeof keysReply>>
}

export const createKeysKnob = (keys: Keys): KeysKnob => ({
  async rotate() {
    const kid = await keys.rotate()
    return { kid, published: (await keys.jwks()).keys.flatMap((each) => each.kid ?? []) }
  },
})
