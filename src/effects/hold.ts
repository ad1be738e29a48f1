/** Holds a call until its client leaves: before the work, or after it. */
import { z } from 'zod'
import { durationOption, milliseconds } from './duration-option.ts'
import { defineWrap } from './effect.ts'

const longest = 'PT60S'

const options = z.strictObject({
  when: z.enum(['before-work', 'after-work']),
  /** Then the call goes on. */
  atMost: durationOption.refine((text) => milliseconds(text) <= milliseconds(longest), { error: 'is more than a minute' }).default(longest),
})

export const hold = defineWrap({
  options,
  summary: 'The line is held until the client leaves',
  explain: ({ when, atMost }) =>
    `The line is held ${when === 'before-work' ? 'before anything is done' : 'after the work is done'}, until the client leaves or ${atMost} have passed.`,
  async wrap({ when, atMost }, { hold: held, proceed }) {
    if (when === 'before-work') await held(milliseconds(atMost))
    const answer = await proceed()
    if (when === 'after-work') await held(milliseconds(atMost))
    return answer
  },
})
