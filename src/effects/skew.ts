/** Lets the clock that tokens are judged on run ahead, or behind. */
import { milliseconds, signedDurationOption } from './duration-option.ts'
import { defineDecide } from './effect.ts'

export const skew = defineDecide({
  options: signedDurationOption,
  summary: "The server's clock is not the token's",
  anywhere: false,
  explain: (ahead) => `Tokens are judged on a clock that is ${ahead.replace(/^[+-]/, '')} ${ahead.startsWith('-') ? 'behind' : 'ahead'}.`,
  concerns: (_, { method }) => method !== undefined,
  decide: (ahead, circumstances) => ({ ...circumstances, skew: () => circumstances.skew() + milliseconds(ahead) }),
})
