/** The machine of a replay: its time is that of the recording, it waits for nothing, and other machines answer as they did. */

import { ClientGone } from '../../../wire/http/call.ts'
import type { OutgoingReply, OutgoingRequest, Platform } from '../../../world/platform.ts'

interface WaitingCall {
  readonly request: OutgoingRequest
  resolve(reply: OutgoingReply): void
  reject(why: Error): void
}

export interface ReplayMachine {
  readonly platform: Platform
  /** What its clock shows. */
  now: number
  /** Wakes the clock of a world. */
  wake(world: string): void
  isArmed(world: string): boolean
  /** Whether jobs may go on after a pause for other calls. */
  breathing: boolean
  /** From now on it is the real machine, apart from the time that its clock shows. */
  live(): void
  /** Answers calls of other machines at once; absent: they wait until their reply is due. */
  answer?: (request: OutgoingRequest) => Promise<OutgoingReply>
  /** Calls of other machines that wait for their recorded reply. */
  readonly outgoing: WaitingCall[]
}

/** More than the milliseconds for which jobs run before they let calls in: after each job, the replay decides what comes next. */
const step = 9

export function replayMachine(real: Platform, now: number): ReplayMachine {
  const clocks = new Map<string, () => void>()
  let ticks = 0
  /** When it became the real machine. */
  let since: number | undefined
  const machine: ReplayMachine = {
    now,
    breathing: true,
    outgoing: [],
    live() {
      since = real.now()
    },
    isArmed: (world) => clocks.has(world),
    wake(world) {
      const call = clocks.get(world)
      clocks.delete(world)
      call?.()
    },
    platform: {
      ...real,
      now: () => (since === undefined ? machine.now : machine.now + real.now() - since),
      tick() {
        if (since !== undefined) return real.tick()
        ticks += step
        return ticks
      },
      async pause(milliseconds, signal) {
        if (since !== undefined) return real.pause(milliseconds, signal)
        await real.breathe()
        if (signal?.aborted) throw new ClientGone()
      },
      wake(milliseconds, call, world) {
        if (since !== undefined) return real.wake(milliseconds, call, world)
        // Everything else that waits here ends what takes too long.
        if (world === undefined) return () => {}
        clocks.set(world, call)
        return () => {
          if (clocks.get(world) === call) clocks.delete(world)
        }
      },
      async breathe() {
        do await real.breathe()
        while (!machine.breathing)
      },
      call: (request) => {
        if (since !== undefined) return real.call(request)
        if (machine.answer) return machine.answer(request)
        return new Promise((resolve, reject) => {
          machine.outgoing.push({ request, resolve, reject })
          request.signal.addEventListener('abort', () => reject(new ClientGone()), { once: true })
        })
      },
    },
  }
  return machine
}
