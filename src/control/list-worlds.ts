/** Lists the worlds that exist. */
import { z } from 'zod'
import { reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { defineControl } from './row.ts'

export const worldReply = z.object({ name: z.string(), created: z.iso.datetime(), calls: z.int() })

export const listWorlds = defineControl({
  id: 'control.listWorlds',
  summary: 'The worlds that exist',
  request: {},
  replies: {
    200: reply.json(z.object({ worlds: z.array(worldReply), total: z.int() })),
  },

  handle(_, { simulator, reply: answer }) {
    const worlds = simulator.worlds().map(({ name, data: { created, calls } }) => ({ name, created: zulu(created), calls }))
    return answer(200, { worlds, total: worlds.length })
  },
})
