/** Refuses a call before all of its body has arrived. */
import { z } from 'zod'
import { type RefusalKey, refusals } from '../../areas/areas.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap, firstOf } from '../scenario/effect.ts'

const keys = (Object.keys(refusals) as RefusalKey[]).filter((key) => refusals[key].status < 500)

const options = whenNeeded(() =>
  z.strictObject({
    code: z.enum(keys as [RefusalKey, ...RefusalKey[]]).describe('The error code.'),
    afterBytes: z.int().min(0).default(0).describe('Number of body bytes to read first.'),
  }),
)

export const earlyAnswer = defineWrap({
  options,
  summary: 'The call is refused before its whole body has arrived',
  explain: ({ code, afterBytes }) => `The call is refused with ${code} after ${afterBytes} bytes of its body.`,
  async wrap({ code, afterBytes }, { call, refuse }) {
    if (call.body) for await (const _ of firstOf(call.body.chunks(), afterBytes));
    return refuse(code)
  },
})
