/** Makes a world before its first use. */
import { z } from 'zod'
import { demandWorldName } from '../engine/address.ts'
import { reply } from '../wire/row.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { worldReply } from './peers.ts'
import { defineControl } from './row.ts'

export const makeWorld = defineControl({
  id: 'control.makeWorld',
  summary: 'Make a world; one that exists stays as it is',
  request: { params: z.object({ name: z.string() }) },
  replies: { 200: reply.json(worldReply), 201: reply.json(worldReply) },
  example: { params: { name: 'build-17' } },

  handle({ params: { name } }, { simulator, reply: answer }) {
    demandWorldName(name)
    const isKnown = simulator.worlds().some((each) => each.name === name)
    const { data } = simulator.knobs(name).world
    return answer(isKnown ? 200 : 201, { name, created: zulu(data.created), calls: data.calls })
  },
})
