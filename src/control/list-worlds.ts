/** Lists the worlds that exist. */
import { z } from 'zod'
import { pageReply } from '../control-replies/page.ts'
import { pageOf } from '../knobs/page.ts'
import type { World } from '../state/world.ts'
import { reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { defineControl } from './row.ts'

export const worldReply = z.object({ name: z.string(), created: z.iso.datetime(), calls: z.int() })

export const listWorlds = defineControl({
  id: 'control.listWorlds',
  summary: 'The worlds that exist',
  request: { query: z.object(pageQuery) },
  replies: {
    200: reply.json(z.object({ worlds: z.array(worldReply), ...pageReply })),
  },

  handle({ query }, { simulator, reply: answer }) {
    const { shown, rest } = pageOf(simulator.worlds(), pageIn(query), ({ name }) => name, showWorld)
    return answer(200, { worlds: shown, ...rest })
  },
})

const showWorld = ({ name, data: { created, calls } }: World) => ({ name, created: zulu(created), calls })
