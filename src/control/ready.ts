/** Says whether everything that is loaded on first use is loaded; asking begins the loading. */
import { z } from 'zod'
import { Misuse } from '../misuse.ts'
import type { Simulator } from '../simulator.ts'
import { remember } from '../wire/remember.ts'
import { reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

export const ready = defineControl({
  id: 'control.ready',
  method: 'GET',
  path: '/_standin/ready',
  summary: 'Whether everything is loaded',
  request: {},
  replies: { 200: reply.json(z.object({ ready: z.literal(true) })) },

  async handle(_, { simulator, reply: answer }) {
    const load = remember(loads, simulator, () => begin(simulator))
    // What was loaded already says so within a few turns, without any waiting.
    for (let turn = 0; turn < 10 && !load.done; turn++) await null
    if (load.failed !== undefined) throw load.failed
    if (!load.done) throw new Misuse('Scenarios are being loaded. Ask again.', undefined, 503)
    return answer(200, { ready: true })
  },
})

interface Load {
  done: boolean
  failed?: unknown
}

const loads = new WeakMap<Simulator, Load>()

function begin(simulator: Simulator): Load {
  const load: Load = { done: false }
  simulator.ready().then(
    () => {
      load.done = true
    },
    (thrown: unknown) => {
      load.failed = thrown instanceof Misuse ? new Misuse(thrown.message, undefined, 503) : thrown
    },
  )
  return load
}
