/** Refuses a call with any error in the catalogue, byte for byte as the service does. */
import { z } from 'zod'
import { type RefusalKey, refusals } from '../../areas/areas.ts'
import { distrusts } from '../../tokens/trust.ts'
import { endOfTime, httpDate } from '../../wire/timestamp.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap } from '../scenario/effect.ts'

const options = whenNeeded(() =>
  z
    .strictObject({
      code: z.enum(Object.keys(refusals) as [RefusalKey, ...RefusalKey[]]).describe('The error code.'),
      retryAfter: z.int().min(0).optional().describe('Seconds for Retry-After.'),
      retryAfterAs: z.enum(['seconds', 'date']).optional().describe('The format of Retry-After: seconds (default) or a date.'),
      /** The token fault reported in the `WWW-Authenticate` header. */
      fault: z.enum(distrusts).optional().describe('Refuses as for a token with this fault.'),
    })
    .refine(({ code, fault }) => fault === undefined || code === 'unauthenticated', {
      path: ['fault'],
      error: 'is allowed only with the `unauthenticated` code',
    })
    .refine(({ retryAfter, retryAfterAs }) => retryAfterAs === undefined || retryAfter !== undefined, {
      path: ['retryAfterAs'],
      error: 'needs retryAfter, the seconds until the date',
    }),
)

export const refuse = defineWrap({
  options,
  summary: 'The call is refused with an error from the catalogue',
  explain: ({ code, retryAfter, retryAfterAs, fault }) => {
    const wait = retryAfterAs === 'date' ? `a date in ${retryAfter} seconds` : retryAfter
    return `The call is refused with ${code}${wait === undefined ? '' : ` and Retry-After: ${wait}`}${fault === undefined ? '' : `, as if its token had the fault ${fault}`}.`
  },
  wrap({ code, retryAfter, retryAfterAs, fault }, { refuse: answer, now }) {
    const later = retryAfter === undefined ? {} : { retryAfter, seconds: retryAfter }
    const refused = answer(code, fault === undefined ? later : { ...later, fault })
    if (retryAfter === undefined || retryAfterAs !== 'date') return refused
    return { ...refused, headers: { ...refused.headers, ...dates(now(), retryAfter) } }
  },
})

/**
 * Returns the dates in a refusal's headers. Both dates use the machine's clock, because clients compare them with the reply's `Date` or
 * with their own clock. The dates are rounded up so that clients never retry too early. Source: decisions §14.
 */
function dates(now: number, seconds: number) {
  const date = Math.ceil(now / 1000) * 1000
  return { date: httpDate(date), 'retry-after': httpDate(Math.min(date + seconds * 1000, endOfTime)) }
}
