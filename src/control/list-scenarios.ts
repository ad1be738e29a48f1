/** Lists the scenarios that a world knows. */
import { z } from 'zod'
import { scenariosReply } from '../control-replies/scenarios.ts'
import { reply } from '../wire/row.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const listScenarios = defineControl({
  id: 'control.listScenarios',
  summary: 'The scenarios: built in, and defined in this world',
  request: { query: z.object(pageQuery) },
  replies: { 200: reply.json(scenariosReply) },

  handle: async ({ query }, { knobs, reply: answer }) => answer(200, await knobs.scenarios.list(pageIn(query))),
})
