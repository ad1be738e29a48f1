/** Refuses a call with any error of the catalogue, in the same bytes as the service itself. */
import { z } from 'zod'
import { distrusts } from '../tokens/trust.ts'
import { type RefusalKey, refusals } from '../wire/refusals/index.ts'
import { whenNeeded } from '../wire/when-needed.ts'
import { defineWrap } from './effect.ts'

const options = whenNeeded(() =>
  z
    .strictObject({
      code: z.enum(Object.keys(refusals) as [RefusalKey, ...RefusalKey[]]),
      /** Seconds, for the `Retry-After` header. */
      retryAfter: z.int().min(0).optional(),
      /** What is wrong with the token, for the `WWW-Authenticate` header where the service says it. */
      fault: z.enum(distrusts).optional(),
    })
    .refine(({ code, fault }) => fault === undefined || code === 'unauthenticated', {
      path: ['fault'],
      error: 'goes with the code unauthenticated only',
    }),
)

export const refuse = defineWrap({
  options,
  summary: 'The call is refused with an error of the catalogue',
  explain: ({ code, retryAfter, fault }) =>
    `The call is refused with ${code}${retryAfter === undefined ? '' : ` and Retry-After: ${retryAfter}`}${fault === undefined ? '' : `, as for a token with the fault ${fault}`}.`,
  wrap({ code, retryAfter, fault }, { refuse: answer }) {
    const later = retryAfter === undefined ? {} : { retryAfter, seconds: retryAfter }
    return answer(code, fault === undefined ? later : { ...later, fault })
  },
})
