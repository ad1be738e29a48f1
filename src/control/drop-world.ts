/** Drops a world, with everything in it. */
import { z } from 'zod'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const dropWorld = defineControl({
  id: 'control.dropWorld',
  summary: 'Drop a world, with everything in it',
  request: { params: z.object({ name: z.string() }) },
  replies: { 204: reply.empty() },
  example: { params: { name: 'build-17' } },

  handle({ params }, { simulator, reply: answer }) {
    // A world that was moved away is gone: from now on it may be made here again.
    const isHere = simulator.worlds().some(({ name }) => name === params.name)
    if (isHere || !simulator.closed.welcome(params.name)) simulator.drop(params.name)
    return answer(204, undefined)
  },
})
