/** Rotates a world's signing keys, so that key sets cached by clients become outdated. */
import { z } from 'zod'
import { defineDecide } from '../scenario/effect.ts'

export const keys = defineDecide({
  options: () => z.literal('rotated'),
  summary: 'Tokens are signed with a new key',
  anywhere: true,
  explain: () => 'Tokens are signed with a new key, which key sets list before the previous one. Both are valid.',
  concerns: (_, { asks }) => asks?.includes('keys') === true,
  decide: (_, circumstances) => ({ ...circumstances, keysRotated: () => true }),
})
