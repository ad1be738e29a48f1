/** Rotates a world's signing keys, so that clients' cached key sets become stale. */
import { z } from 'zod'
import { defineDecide } from '../scenario/effect.ts'

export const keys = defineDecide({
  options: () => z.literal('rotated'),
  summary: 'Tokens are signed with a new key',
  anywhere: true,
  explain: () => 'Tokens are signed with a new key, which is listed before the previous one in key sets. Both are valid.',
  concerns: (_, { asks }) => asks?.includes('keys') === true,
  decide: (_, circumstances) => ({ ...circumstances, keysRotated: () => true }),
})
