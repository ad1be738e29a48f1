/** The keys that sign tokens in all worlds. */
import type { z } from 'zod'
import type { Keys } from '../../service/tokens/keys.ts'
import type { keysReply } from './rows.ts'

export type KeysKnob = ReturnType<typeof createKeysKnob>

export const createKeysKnob = (keys: Keys) => ({
  /** Creates a new key. The previous key stays published and valid until the next rotation; older keys do not. */
  async rotate(): Promise<z.output<typeof keysReply>> {
    const kid = await keys.rotate()
    return { kid, published: (await keys.jwks()).keys.flatMap((each) => each.kid ?? []) }
  },
})
