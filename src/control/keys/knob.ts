/** The keys that sign tokens, in every world. */
import type { z } from 'zod'
import type { Keys } from '../../service/tokens/keys.ts'
import type { keysReply } from './rows.ts'

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
