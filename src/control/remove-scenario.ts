/** Removes a scenario that was defined in a world. */
import { anyName } from '../wire/any-name.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byName } from './show-scenario.ts'

export const removeScenario = defineControl({
  id: 'control.removeScenario',
  summary: 'Remove a scenario that was defined in this world',
  request: { params: byName },
  replies: { 204: reply.empty() },
  example: { params: { name: 'slow-search' } },

  async handle({ params }, { knobs, reply: answer }) {
    await knobs.scenarios.remove(anyName(params.name))
    return answer(204, undefined)
  },
})
