/** Arranges a given, or brings the world back to its start, as any Pact verifier asks. */
import { z } from 'zod'
import type { World } from '../state/world.ts'
import { anyName } from '../wire/any-name.ts'
import { json, reply } from '../wire/row.ts'
import { defineControl } from './row.ts'

const request = z.strictObject({
  state: z.string().nullable().describe('Empty or null for an interaction that names none.'),
  params: z.record(z.string(), z.unknown()).nullish(),
  action: z
    .enum(['setup', 'teardown'])
    .optional()
    .describe('`teardown` resets the world. Absent: `setup`, which resets the world first where a call has used it.'),
  // Some verifiers send these too; they change nothing.
  consumer: z.string().nullish(),
  states: z.array(z.string()).nullish(),
})

export const arrangeProviderState = defineControl({
  id: 'control.arrangeProviderState',
  summary: 'Arrange a provider state, or tear down',
  request: { body: json(request) },
  replies: { 200: reply.json(z.record(z.string(), z.string())) },
  example: { body: { state: 'a published file transfer exists', params: { caller: 'recipient' }, action: 'setup' } },

  async handle({ body: { state, params, action } }, { knobs, address, call, reply: answer }) {
    const resets = action === 'teardown' || (action === undefined && isUsed(knobs.world))
    if (resets) knobs.reset()
    if (action === 'teardown' || !state) return answer(200, {})
    const { environment, base } = address
    // Not the world of a later moment: asking for one that was dropped would make it again.
    const { world } = knobs
    // The signal of a call that resets its world is aborted.
    const signal = resets ? undefined : call.signal
    try {
      return answer(200, await knobs.givens.arrange(anyName(state), params ?? {}, { environment, base, signal }))
    } finally {
      arranged.set(world, world.data.calls)
    }
  },
})

/** How many calls a world had when a state was last arranged in it: a given makes calls too. */
const arranged = new WeakMap<World, number>()

/** Whether a call of the service has arrived since. A verifier that never tears down begins its next interaction. */
const isUsed = (world: World): boolean => world.data.calls > (arranged.get(world) ?? 0)
