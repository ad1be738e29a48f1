/** Lists the scenarios that a world knows. */
import { scenariosReply } from '../knobs/scenarios.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const listScenarios = defineControl({
  id: 'control.listScenarios',
  summary: 'The scenarios: built in, and defined in this world',
  request: {},
  replies: { 200: reply.json(scenariosReply) },

  handle: async (_, { knobs, reply: answer }) => answer(200, await knobs.scenarios.list()),
})
