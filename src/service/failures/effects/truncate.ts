/** Ends a reply early but makes it look complete. */
import { z } from 'zod'
import { type Answer, isStream } from '../../wire/call.ts'
import { whenNeeded } from '../../wire/when-needed.ts'
import { defineWrap, firstOf, wholeOf } from '../scenario/effect.ts'

const options = whenNeeded(() => z.strictObject({ afterBytes: z.int().min(0).describe('Number of bytes to send.') }))

/** Sets the shortened body's length, so that the client cannot tell that it was cut off. */
function shortened(answer: Answer, afterBytes: number): Answer {
  const { headers, body } = answer
  if (body === undefined) return answer
  const announced = headers['content-length']
  const length = announced === undefined ? {} : { 'content-length': String(Math.min(Number(announced), afterBytes)) }
  return {
    ...answer,
    headers: { ...headers, ...length },
    body: isStream(body) ? firstOf(body, afterBytes) : wholeOf(body).subarray(0, afterBytes),
  }
}

export const truncate = defineWrap({
  options,
  summary: 'The reply ends early, as if it were complete',
  explain: ({ afterBytes }) => `The reply ends after ${afterBytes} bytes, as if it were complete.`,
  wrap: async ({ afterBytes }, { proceed }) => shortened(await proceed(), afterBytes),
})
