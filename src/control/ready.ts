/** Says whether everything that calls of the service need is loaded, which a server begins at its start. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const ready = defineControl({
  id: 'control.ready',
  summary: 'Whether everything is loaded',
  request: {},
  replies: { 200: reply.json(z.object({ ready: z.literal(true) })) },

  handle(_, { simulator, reply: answer }) {
    try {
      const loading = simulator.ready()
      if (!(loading instanceof Promise)) return answer(200, { ready: true })
      // The next call says what went wrong.
      loading.catch(() => undefined)
    } catch (thrown) {
      throw thrown instanceof Misuse ? new Misuse(thrown.message, undefined, 503) : thrown
    }
    throw new Misuse('Standin is still loading. Ask again.', undefined, 503)
  },
})
