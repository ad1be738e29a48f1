/** Lists the scenarios that a world knows. */
import { z } from 'zod'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'
import { scenarioStatusReply } from './scenario-view.ts'

export const listScenarios = defineControl({
  id: 'control.listScenarios',
  method: 'GET',
  path: '/_standin/scenarios',
  summary: 'The scenarios: built in, and defined in this world',
  request: {},
  replies: { 200: reply.json(z.object({ scenarios: z.array(scenarioStatusReply), total: z.int() })) },

  async handle(_, { knobs, reply: answer }) {
    const scenarios = await knobs.scenarios.list()
    return answer(200, { scenarios, total: scenarios.length })
  },
})
