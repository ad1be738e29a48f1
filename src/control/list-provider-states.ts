/** Lists the givens: the provider states that contracts may name. */
import { z } from 'zod'
import { jsonSchema } from '../openapi/schemas.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const providerState = z.object({
  state: z.string(),
  params: z.record(z.string(), z.record(z.string(), z.unknown())).describe('A JSON Schema for each; all may be left out.'),
  values: z.array(z.string()).describe('What the reply to its setup holds.'),
})

export const listProviderStates = defineControl({
  id: 'control.listProviderStates',
  method: 'GET',
  path: '/_standin/provider-states',
  summary: 'The provider states that contracts may name',
  request: {},
  replies: { 200: reply.json(z.object({ providerStates: z.array(providerState), total: z.int() })) },

  handle(_, { knobs, reply: answer }) {
    const providerStates = knobs.givens.list().map(({ sentence, params, values }) => ({
      state: sentence,
      params: jsonSchema(params, 'input').properties as z.output<typeof providerState>['params'],
      values: [...values],
    }))
    return answer(200, { providerStates, total: providerStates.length })
  },
})
