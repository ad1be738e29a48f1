/** Switches a scenario on, or again from its first call. */
import { z } from 'zod'
import { durationOption, milliseconds } from '../effects/duration-option.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'
import { byName, scenarioStatusReply } from './scenario-view.ts'

const request = z.strictObject({
  ttl: durationOption.meta({ format: 'duration' }).optional().describe('World time; without end when absent.'),
})

export const activateScenario = defineControl({
  id: 'control.activateScenario',
  method: 'PUT',
  path: '/_standin/scenarios/{name}/active',
  summary: 'Switch a scenario on; again restarts its counts',
  request: { params: byName, body: optionalJson(request) },
  replies: { 200: reply.json(scenarioStatusReply) },
  example: { params: { name: 'outage-register' }, body: { ttl: 'PT5M' } },

  async handle({ params, body }, { knobs, reply: answer }) {
    const ttl = body?.ttl === undefined ? undefined : milliseconds(body.ttl)
    return answer(200, await knobs.scenarios.use(params.name, { ttl }))
  },
})
