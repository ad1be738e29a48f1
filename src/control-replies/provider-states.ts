/** The replies about givens, which Pact calls provider states. */
import { z } from 'zod'
import { pageReply } from './page.ts'

const providerState = z.object({
  state: z.string().describe('The sentence.'),
  params: z.record(z.string(), z.record(z.string(), z.unknown())).describe('A JSON Schema for each; all may be left out.'),
  values: z.array(z.string()).describe('What the reply to its setup holds.'),
})

export type ProviderState = z.output<typeof providerState>

/** Pact calls a given a provider state. */
export const providerStatesReply = z.object({
  providerStates: z.array(providerState).describe('The sentences that can be arranged.'),
  ...pageReply,
})
