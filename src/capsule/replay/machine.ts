/** The machine of a replay: its time is that of the recording, it waits for nothing, and other machines answer as they did. */
import type { OutgoingReply, OutgoingRequest, Platform } from '../../state/platform.ts'
import { ClientGone } from '../../wire/http/call.ts'

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
  /** Calls of other machines that wait for their recorded reply. */
  readonly outgoing: WaitingCall[]
}

/** More than the milliseconds for which jobs run before they let calls in: after each job, the replay decides what comes next. */
const step = 9

export function replayMachine(real: Platform, now: number): ReplayMachine {
  const clocks = new Map<string, () => void>()
  let ticks = 0
  const machine: ReplayMachine = {
    now,
    breathing: true,
    outgoing: [],
    isArmed: (world) => clocks.has(world),
    wake(world) {
      const call = clocks.get(world)
      clocks.delete(world)
      call?.()
    },
    platform: {
      ...real,
      now: () => machine.now,
      tick: () => (ticks += step),
      async pause(_, signal) {
        await real.breathe()
        if (signal?.aborted) throw new ClientGone()
      },
      wake(_, call, world) {
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
      call: (request) =>
        new Promise((resolve, reject) => {
          machine.outgoing.push({ request, resolve, reject })
          request.signal.addEventListener('abort', () => reject(new ClientGone()), { once: true })
        }),
    },
  }
  return machine
}
