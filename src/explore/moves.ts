/** Moves the clock of a world by the rows that testers call, so that a recording has each move. */
import { createControlClient } from '../control/client.ts'
import { frontDoor } from '../control/front-door.ts'
import type { AdvanceTarget, Simulator } from '../simulator.ts'
import { fetchInside, inside } from '../wire/http/inside.ts'

export interface Moves {
  /** Rejects where the signal is aborted, and where the world has ended. */
  advance(target: AdvanceTarget, signal?: AbortSignal): Promise<unknown>
  resume(speed: number): Promise<unknown>
  freeze(): Promise<unknown>
}

export function movesOf(simulator: Simulator, world: string): Moves {
  const answer = fetchInside(frontDoor(simulator))
  const { call } = createControlClient({
    base: `${inside}/worlds/${world}`,
    adminToken: simulator.settings.adminToken,
    send: (url, { body, ...request }) => answer(new Request(url, { ...request, ...(typeof body === 'string' && { body }) })),
  })
  return {
    advance: (body, signal) => call('control.advanceClock', { body, ...(signal && { signal }) }),
    resume: (speed) => call('control.resumeClock', { body: { speed } }),
    freeze: () => call('control.freezeClock'),
  }
}
