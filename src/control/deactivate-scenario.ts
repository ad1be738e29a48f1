/** Switches a scenario off. */
import { anyName } from '../wire/any-name.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byName } from './show-scenario.ts'

export const deactivateScenario = defineControl({
  id: 'control.deactivateScenario',
  summary: 'Switch a scenario off',
  request: { params: byName },
  replies: { 204: reply.empty() },
  example: { params: { name: 'outage-register' } },

  async handle({ params }, { knobs, reply: answer }) {
    await knobs.scenarios.off(anyName(params.name))
    return answer(204, undefined)
  },
})
