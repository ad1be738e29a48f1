/** Makes the service's calls to clients fail: webhooks and condition endpoints. */
import { z } from 'zod'
import { defineDecide } from '../scenario/effect.ts'

const texts = {
  'lost-reply': "The client's callback URL is called, but its response is lost.",
  unreachable: "The client's callback URL is unreachable.",
  slow: "The client's callback URL is called, but its response takes five seconds.",
  'too-late': "The client's callback URL is called, but its response takes more than ten seconds, longer than the service waits.",
} as const

export const receiver = defineDecide({
  options: () => z.enum(Object.keys(texts) as (keyof typeof texts)[]),
  summary: 'A call to a webhook or condition endpoint never arrives, or its response is lost, late or too late',
  anywhere: true,
  explain: (ends) => texts[ends],
  concerns: (_, { asks }) => asks?.includes('receiver') === true,
  decide: (ends, circumstances) => ({ ...circumstances, receiver: () => ends }),
})
