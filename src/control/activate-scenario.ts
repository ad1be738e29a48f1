/** Switches a scenario on, or restarts its counts. */
import { z } from 'zod'
import { scenarioStatusReply } from '../control-replies/scenarios.ts'
import { durationOption } from '../effects/options/duration-option.ts'
import { anyName } from '../wire/any-name.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'
import { byName } from './show-scenario.ts'

const request = z.strictObject({
  ttl: durationOption().optional().describe('Switch it off after this world time, such as 5m or PT5M; never when absent.'),
})

export const activateScenario = defineControl({
  id: 'control.activateScenario',
  summary: 'Switch a scenario on; a second time restarts its counts',
  request: { params: byName, body: optionalJson(request) },
  replies: { 200: reply.json(scenarioStatusReply) },
  example: { params: { name: 'outage-register' }, body: { ttl: 'PT5M' } },

  async handle({ params, body }, { knobs, reply: answer }) {
    return answer(200, await knobs.scenarios.use(anyName(params.name), body))
  },
})
