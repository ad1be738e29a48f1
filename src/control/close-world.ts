/** Closes a world while it moves to another server. */
import { z } from 'zod'
import { demandWorldName } from '../engine/address.ts'
import type { Simulator } from '../simulator.ts'
import { reply } from '../wire/row.ts'
import { defineControl, optionalJson } from './row.ts'

/** Seconds. */
const usual = 60
const most = 86_400
/** Milliseconds that calls in flight get, and milliseconds between two looks at them. */
const grace = 5_000
const between = 20

export const closeWorld = defineControl({
  id: 'control.closeWorld',
  summary: 'Close a world while it moves: its calls are answered 503 with Retry-After. Replies when no call is in flight',
  request: {
    params: z.object({ name: z.string() }),
    body: optionalJson(
      z.strictObject({
        seconds: z.int().min(1).max(most).optional(),
        moved: z.boolean().optional().describe('Whether the world is at another server now. A restore here opens it.'),
      }),
    ),
  },
  replies: { 200: reply.json(z.object({ name: z.string(), closing: z.int() })) },
  example: { params: { name: 'build-17' }, body: { seconds: usual } },
  replacesWorld: true,

  async handle({ params: { name }, body }, { simulator, address, reply: answer }) {
    demandWorldName(name)
    const closing = simulator.closed.close(name, body?.seconds ?? usual, body?.moved)
    await quiet(simulator, name, address.world === name ? 1 : 0)
    return answer(200, { name, closing })
  },
})

/** `own`: the call that waits may be one in flight itself. Who is late gets 503: the copy may lack what its call commits. */
async function quiet({ worlds, pause }: Simulator, name: string, own: number): Promise<void> {
  const inFlight = worlds().find((world) => world.name === name)?.inFlight
  if (inFlight === undefined) return
  for (let waited = 0; inFlight.size > own && waited < grace; waited += between) await pause(between)
  if (inFlight.size > own) for (const end of inFlight) end()
}
