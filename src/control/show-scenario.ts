/** Shows one scenario, with its rules. */
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { byName, scenarioReply, showRules } from './scenario-view.ts'

export const showScenario = defineControl({
  id: 'control.showScenario',
  method: 'GET',
  path: '/_standin/scenarios/{name}',
  summary: 'One scenario, with its rules',
  request: { params: byName },
  replies: { 200: reply.json(scenarioReply) },
  example: { params: { name: 'outage-register' } },

  async handle({ params }, { knobs, reply: answer }) {
    const scenario = await knobs.scenarios.find(params.name)
    const { name, summary, source, active, until, description = null, guidance = null } = scenario
    return answer(200, { name, summary, source, active, until, description, guidance, ...showRules(scenario) })
  },
})
