/** Refuses a call with any error of the catalogue, in the same bytes as the service itself. */
import { z } from 'zod'
import { type RefusalKey, refusals } from '../wire/refusals.ts'
import { defineWrap } from './effect.ts'

const options = z.strictObject({
  code: z.enum(Object.keys(refusals) as [RefusalKey, ...RefusalKey[]]),
  /** Seconds, for the `Retry-After` header. */
  retryAfter: z.int().min(0).optional(),
})

export const refuse = defineWrap({
  options,
  summary: 'The call is refused with an error of the catalogue',
  explain: ({ code, retryAfter }) =>
    `The call is refused with ${code}${retryAfter === undefined ? '' : ` and Retry-After: ${retryAfter}`}.`,
  wrap({ code, retryAfter }, { refuse: answer }) {
    return answer(code, retryAfter === undefined ? {} : { retryAfter, seconds: retryAfter })
  },
})
