/** Rotates the keys by which a world's tokens are signed, so that key sets that clients keep are out of date. */
import { z } from 'zod'
import { defineDecide } from '../effect.ts'

export const keys = defineDecide({
  options: () => z.literal('rotated'),
  summary: 'Tokens are signed with a new key',
  anywhere: true,
  explain: () => 'Tokens are signed with a new key, which key sets show before the one that signed until then. Both are good.',
  concerns: (_, { asks }) => asks?.includes('keys') === true,
  decide: (_, circumstances) => ({ ...circumstances, keysRotated: () => true }),
})
