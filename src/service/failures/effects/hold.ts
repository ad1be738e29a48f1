/** Holds a call until its client disconnects, before or after the work. */
import { z } from 'zod'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap, longestWait, milliseconds, waitOption } from '../scenario/effect.ts'

const options = whenNeeded(() =>
  z.strictObject({
    when: z.enum(['before-work', 'after-work']).describe('Before or after the work.'),
    atMost: waitOption().default(longestWait).describe('The longest wait.'),
  }),
)

export const hold = defineWrap({
  options,
  summary: 'The call is held until the client disconnects',
  explain: ({ when, atMost }) =>
    `The call is held ${when === 'before-work' ? 'before anything is done' : 'after the work is done'} until the client disconnects, for at most ${atMost}.`,
  async wrap({ when, atMost }, { hold: holdFor, proceed }) {
    if (when === 'before-work') await holdFor(milliseconds(atMost))
    const answer = await proceed()
    if (when === 'after-work') await holdFor(milliseconds(atMost))
    return answer
  },
})
