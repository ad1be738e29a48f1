/** A replay's shared state and platform, with recorded time, no waiting, and other servers' recorded replies. */

import type { Difference } from '../../../control/compare.ts'
import type { Simulator } from '../../../control/simulator.ts'
import { type Carrier, ClientGone } from '../../../service/wire/call.ts'
import type { OutgoingReply, OutgoingRequest, Platform } from '../../../service/world/platform.ts'
import type { Conductor } from './conductor.ts'
import type { Capsule } from './read-capsule.ts'
import { allow, nameOf, type ReplayedCall } from './replayed-call.ts'
import type { Contents, Values } from './values.ts'

export interface Scene {
  readonly capsule: Capsule
  readonly simulator: Simulator
  readonly carrier: Carrier
  readonly machine: ReplayMachine
  readonly conductor: Conductor
  readonly values: Values
  readonly contents: Contents
  readonly real: Platform
  /** Keyed by number in the capsule. */
  readonly calls: Map<number, ReplayedCall>
}

/** A difference, and the call whose reply differs. */
export interface Finding extends Difference {
  readonly call: string
}

export const finding = (call: ReplayedCall | undefined, where: string, expected: unknown, got: unknown): Finding => ({
  call: call ? nameOf(call) : 'the clock',
  where,
  expected,
  got,
})

/** Real milliseconds after which an event counts as missing. */
const patience = 10_000

/** Waits for a condition. Returns `false` after a timeout. */
export async function until({ real }: Pick<Scene, 'real'>, done: () => boolean): Promise<boolean> {
  const since = real.tick()
  while (!done()) {
    if (real.tick() - since > patience) return false
    await real.breathe()
  }
  return true
}

export interface Progress {
  readonly to?: string | undefined
  readonly commits?: number | undefined
}

/** Lets a call continue, and waits until the call has made the recorded progress. */
export async function proceed(scene: Scene, call: ReplayedCall, { to, commits }: Progress): Promise<void> {
  allow(call, to, commits)
  await until(scene, () => call.answered !== undefined || (call.entered >= call.allowed && call.commits >= call.due))
}

/** Number of lines searched for the next call. */
const ahead = 20

/** True if the next call arrives, or a control call's client disconnects, while a clock is advancing. */
export function isBetween({ capsule: { lines, calls } }: Scene, index: number): boolean {
  for (const line of lines.slice(index + 1, index + ahead)) {
    if (line.event === 'call' || line.event === 'control') return line.between === true
    if (line.event === 'gone' && calls.get(line.n)?.arrival.event === 'control') return true
  }
  return false
}

interface ReplayMachine {
  readonly platform: Platform
  now: number
  wake(world: string): void
  isArmed(world: string): boolean
  /** True if jobs may continue after a pause that lets other calls run. */
  breathing: boolean
  /** Switches to the real machine, except for the clock's time. */
  live(): void
  /** Calls to other servers that are waiting for their recorded reply. */
  readonly outgoing: { readonly request: OutgoingRequest; resolve(reply: OutgoingReply): void; reject(why: Error): void }[]
}

/** Milliseconds per tick. Longer than the time slice for jobs, so the clock yields after each job and the replay decides what runs next. */
const step = 9

export function replayMachine(real: Platform, now: number): ReplayMachine {
  const clocks = new Map<string, () => void>()
  let ticks = 0
  /** Real time of the switch to the real machine. */
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
      lead: () => 0,
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
        // Wake-ups without a world are timeouts, which never fire in a replay.
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
        return new Promise((resolve, reject) => {
          machine.outgoing.push({ request, resolve, reject })
          request.signal.addEventListener('abort', () => reject(new ClientGone()), { once: true })
        })
      },
    },
  }
  return machine
}
