/** Shows one scenario, with its rules. */
import { z } from 'zod'
import { scenarioReply } from '../control-replies/scenarios.ts'
import { anyName } from '../wire/any-name.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const byName = z.object({ name: z.string() })

export const showScenario = defineControl({
  id: 'control.showScenario',
  summary: 'One scenario, with its rules',
  request: { params: byName },
  replies: { 200: reply.json(scenarioReply) },
  example: { params: { name: 'outage-register' } },

  handle: async ({ params }, { knobs, reply: answer }) => answer(200, await knobs.scenarios.find(anyName(params.name))),
})
