/** Lets the calls of the service to addresses of clients fail: webhooks and condition endpoints. */
import { z } from 'zod'
import { defineDecide } from '../effect.ts'

const texts = {
  'lost-reply': 'An address of a client is called, and its reply is lost.',
  unreachable: 'An address of a client cannot be reached.',
  slow: 'An address of a client is called, and its reply comes after five seconds.',
  'too-late': 'An address of a client is called, and its reply comes after more than ten seconds: nobody waits for it any more.',
} as const

export const receiver = defineDecide({
  options: () => z.enum(Object.keys(texts) as (keyof typeof texts)[]),
  summary: 'A call to a webhook or a condition endpoint never arrives, or its reply is lost, comes late, or comes too late',
  anywhere: true,
  explain: (ends) => texts[ends],
  concerns: (_, { asks }) => asks?.includes('receiver') === true,
  decide: (ends, circumstances) => ({ ...circumstances, receiver: () => ends }),
})
