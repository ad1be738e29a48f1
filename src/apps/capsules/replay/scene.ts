/** What the steps of a replay share, and its machine: time is that of the recording, nothing waits, and other machines answer as they did. */

import type { Difference } from '../../../control/compare.ts'
import type { Simulator } from '../../../control/simulator.ts'
import { type Carrier, ClientGone } from '../../../service/wire/call.ts'
import type { OutgoingReply, OutgoingRequest, Platform } from '../../../service/world/platform.ts'
import type { Capsule } from '../read-capsule.ts'
import type { Conductor } from './conductor.ts'
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
  /** By their number in the capsule. */
  readonly calls: Map<number, ReplayedCall>
}

/** A difference, and the call whose reply has it. */
export interface Finding extends Difference {
  readonly call: string
}

export const finding = (call: ReplayedCall | undefined, where: string, expected: unknown, got: unknown): Finding => ({
  call: call ? nameOf(call) : 'the clock',
  where,
  expected,
  got,
})

/** Real milliseconds after which something that does not happen counts as missing. */
const patience = 10_000

/** Waits until something has happened. False: it does not happen. */
export async function until({ real }: Pick<Scene, 'real'>, done: () => boolean): Promise<boolean> {
  const since = real.tick()
  while (!done()) {
    if (real.tick() - since > patience) return false
    await real.breathe()
  }
  return true
}

/** The progress of a call, as a recorded line has it. */
export interface Progress {
  readonly to?: string | undefined
  readonly commits?: number | undefined
}

/** Lets a call go on, and waits until it has made the progress of the recording. */
export async function proceed(scene: Scene, call: ReplayedCall, { to, commits }: Progress): Promise<void> {
  allow(call, to, commits)
  await until(scene, () => call.answered !== undefined || (call.entered >= call.allowed && call.commits >= call.due))
}

/** Lines in which the next call is looked for. */
const ahead = 20

/** Whether the next call comes, or the client of a control row leaves, while a clock is at work. */
export function isBetween({ capsule: { lines, calls } }: Scene, index: number): boolean {
  for (const line of lines.slice(index + 1, index + ahead)) {
    if (line.event === 'call' || line.event === 'control') return line.between === true
    if (line.event === 'gone' && calls.get(line.n)?.arrival.event === 'control') return true
  }
  return false
}

interface WaitingCall {
  readonly request: OutgoingRequest
  resolve(reply: OutgoingReply): void
  reject(why: Error): void
}

interface ReplayMachine {
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
