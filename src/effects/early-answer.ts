/** Refuses a call while its body still flows. */
import { z } from 'zod'
import { type RefusalKey, refusals } from '../wire/refusals.ts'
import { firstOf } from './body.ts'
import { defineWrap } from './effect.ts'

const keys = (Object.keys(refusals) as RefusalKey[]).filter((key) => refusals[key].status < 500)

const options = z.strictObject({
  code: z.enum(keys as [RefusalKey, ...RefusalKey[]]),
  /** Of the request. */
  afterBytes: z.int().min(0).default(0),
})

export const earlyAnswer = defineWrap({
  options,
  summary: 'The call is refused while its body still flows',
  explain: ({ code, afterBytes }) => `The call is refused with ${code} after ${afterBytes} bytes of its body, whatever else is on its way.`,
  async wrap({ code, afterBytes }, { call, refuse }) {
    if (call.body) for await (const _ of firstOf(call.body.chunks(), afterBytes));
    return refuse(code)
  },
})
