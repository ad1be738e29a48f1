/** Lets the calls of the service to addresses of clients fail: webhooks and condition endpoints. */
import { z } from 'zod'
import { defineDecide } from './effect.ts'

const texts = {
  'lost-reply': 'An address of a client is called, and its reply is lost.',
  unreachable: 'An address of a client cannot be reached.',
} as const

export const receiver = defineDecide({
  options: z.enum(Object.keys(texts) as (keyof typeof texts)[]),
  summary: 'A call to a webhook or a condition endpoint never arrives, or its reply is lost',
  anywhere: true,
  explain: (ends) => texts[ends],
  concerns: (_, { asks }) => asks?.includes('receiver') === true,
  decide: (ends, circumstances) => ({ ...circumstances, receiver: () => ends }),
})
