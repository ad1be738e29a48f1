/** Lists the worlds that exist. */
import { z } from 'zod'
import { pageReply } from '../control-replies/page.ts'
import { pageOf, same } from '../knobs/page.ts'
import type { Simulator } from '../simulator.ts'
import type { World } from '../state/world.ts'
import { reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { pageIn, pageQuery } from './page-query.ts'
import { type ListedWorld, unreachableReply, worldReply, worldsOfPeers } from './peers.ts'
import { defineControl } from './row.ts'

export const listWorlds = defineControl({
  id: 'control.listWorlds',
  summary: 'The worlds that exist, on this server and on its peers',
  request: {
    query: z.object({
      ...pageQuery,
      here: z.enum(['true', 'false']).optional().describe('Whether only the worlds of this server are listed; false when absent.'),
    }),
  },
  replies: {
    200: reply.json(
      z.object({
        worlds: z.array(worldReply),
        instance: z.string().optional(),
        unreachable: z.array(unreachableReply).optional(),
        ...pageReply,
      }),
    ),
  },

  async handle({ query }, { simulator, call, reply: answer }) {
    const { peers = [], instance } = simulator.settings
    const own = simulator.worlds().map((world) => showWorld(simulator, world))
    const others = peers.length > 0 && query.here !== 'true' ? await worldsOfPeers(simulator, peers, call.signal) : undefined
    const { shown, rest } = pageOf([...own, ...(others?.worlds ?? [])], pageIn(query), keyOf, same)
    return answer(200, {
      worlds: shown,
      ...rest,
      ...(instance !== undefined && { instance }),
      ...(others && { unreachable: others.unreachable }),
    })
  },
})

const keyOf = ({ name, instance }: ListedWorld) => (instance === undefined ? name : `${name}@${instance}`)

function showWorld({ closed }: Simulator, { name, data: { created, calls } }: World): ListedWorld {
  const closing = closed.count > 0 && closed.has(name) && { closed: true as const, ...(closed.isMoved(name) && { moved: true as const }) }
  return { name, created: zulu(created), calls, ...closing }
}
