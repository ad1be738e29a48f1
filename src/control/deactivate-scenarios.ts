/** Switches all scenarios off. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const deactivateScenarios = defineControl({
  id: 'control.deactivateScenarios',
  summary: 'Switch all scenarios off',
  request: {},
  replies: { 204: reply.empty() },

  async handle(_, { knobs, reply: answer }) {
    await knobs.scenarios.off()
    return answer(204, undefined)
  },
})
