/** Arranges a given, or brings the world back to its start, as any Pact verifier asks. */
import { z } from 'zod'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const request = z.strictObject({
  state: z.string().describe('Empty for an interaction that names none.'),
  params: z.record(z.string(), z.unknown()).nullish(),
  action: z.enum(['setup', 'teardown']).optional().describe('`setup` when absent; `teardown` resets the world.'),
  // Some verifiers send these too; they change nothing.
  consumer: z.string().nullish(),
  states: z.array(z.string()).nullish(),
})

export const arrangeProviderState = defineControl({
  id: 'control.arrangeProviderState',
  summary: 'Arrange a provider state, or tear down',
  request: { body: json(request) },
  replies: { 200: reply.json(z.record(z.string(), z.string())) },
  example: { body: { state: 'a published file transfer exists', params: { caller: 'recipient' }, action: 'setup' } },

  async handle({ body: { state, params, action } }, { knobs, address, call, reply: answer }) {
    if (action === 'teardown') {
      knobs.reset()
      return answer(200, {})
    }
    if (state === '') return answer(200, {})
    const { environment, base } = address
    return answer(200, await knobs.givens.arrange(state, params ?? {}, { environment, base, signal: call.signal }))
  },
})
