/** Shows the OpenAPI document of the service and of these rows. */
import { z } from 'zod'
import { openApi } from '../openapi/document.ts'
import { operations } from '../operations/index.ts'
import { dialect } from '../wire/dialect.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const showOpenapi = defineControl({
  id: 'control.showOpenapi',
  summary: 'The OpenAPI document of the service and of these rows',
  request: {},
  replies: { 200: reply.json(z.record(z.string(), z.unknown())) },

  handle(_, { simulator, address, base, rows, reply: answer }) {
    const { rateLimits, dialect: usual, requireSubscriptionKey } = simulator.settings
    const world = simulator.worlds().find(({ name }) => name === address.world)
    const spoken = world?.dialect ?? dialect(usual)
    const facts = { dialect: spoken, rateLimits, demandsKey: requireSubscriptionKey !== undefined, base, version: simulator.version }
    return answer(200, openApi({ operations, controls: rows, ...facts }))
  },
})
