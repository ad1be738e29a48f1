/** Shows the OpenAPI document of the service and of these rows. */
import { z } from 'zod'
import { openApi } from '../openapi/document.ts'
import { operations } from '../operations/index.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showOpenapi = defineControl({
  id: 'control.showOpenapi',
  summary: 'The OpenAPI document of the service and of these rows',
  request: {},
  replies: { 200: reply.json(z.record(z.string(), z.unknown())) },

  handle(_, { simulator, knobs, base, rows, reply: answer }) {
    const { rateLimits } = simulator.settings
    return answer(200, openApi({ operations, controls: rows, dialect: knobs.world.dialect, rateLimits, base, version: simulator.version }))
  },
})
