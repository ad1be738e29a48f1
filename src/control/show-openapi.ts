/** Shows the OpenAPI document of the service and of these rows. */
import { z } from 'zod'
import { openApi } from '../openapi/document.ts'
import { operations } from '../operations/index.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showOpenapi = defineControl({
  id: 'control.showOpenapi',
  method: 'GET',
  path: '/_standin/openapi.json',
  summary: 'The OpenAPI document of the service and of these rows',
  request: {},
  replies: { 200: reply.json(z.record(z.string(), z.unknown())) },

  handle(_, { simulator, knobs, address, rows, reply: answer }) {
    const { publicUrl, rateLimits } = simulator.settings
    const base = `${publicUrl ?? address.base}${address.prefix}`
    return answer(200, openApi({ operations, controls: rows, dialect: knobs.world.dialect, rateLimits, base, version: simulator.version }))
  },
})
