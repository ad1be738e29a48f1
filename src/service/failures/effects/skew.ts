/** Sets the clock for token validation ahead or back. */
import { defineDecide, milliseconds, signedDurationOption } from '../scenario/effect.ts'

export const skew = defineDecide({
  options: signedDurationOption,
  summary: 'The clock used to check tokens is ahead or behind',
  anywhere: false,
  explain: (ahead) =>
    `Tokens are checked against a clock that is ${ahead.replace(/^[+-]/, '')} ${ahead.startsWith('-') ? 'behind' : 'ahead'}.`,
  concerns: (_, { method }) => method !== undefined,
  decide: (ahead, circumstances) => ({ ...circumstances, skew: () => circumstances.skew() + milliseconds(ahead) }),
})
