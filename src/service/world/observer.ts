/** The place for someone who looks on while calls and jobs run: a recorder, or a replay that decides when each of them goes on. */

import type { Keys } from '../tokens/keys.ts'
import type { Trust } from '../tokens/trust.ts'
import type { Call, Carrier, PendingAnswer } from '../wire/call.ts'
import type { Line } from './journal-line.ts'
import type { OutgoingReply, OutgoingRequest, Platform } from './platform.ts'
import type { Seed } from './registered-client.ts'

/** A call of a control row that changes something. */
export interface ControlCall {
  readonly call: Call
  /** The name of the world that its address names. */
  readonly world: string
}

/** The line of a call or a job, or what stands for it where a tester changes the world. */
export type CountingCommits = Pick<Line, 'commits'> & Partial<Line>

export interface Observer {
  /** A call comes in from its host. */
  carry(call: Call, carry: Carrier): Promise<PendingAnswer>
  /** The same for a control row. */
  control(controlCall: ControlCall, carry: (call: Call) => Promise<PendingAnswer>): Promise<PendingAnswer>
  /** A call has its number: its line is open. `call` is the one that came in. */
  arrived(call: Call, line: Line, world: string): void
  /** A call comes to a stage. It goes on when this resolves. */
  reached(line: Line, stage: string): Promise<void> | undefined
  /** A call or a job is about to change its world. */
  committing(line: CountingCommits): void
  /** A call or a job changes its world. */
  committed(line: CountingCommits, world: string): void
  /** A job runs. It begins when this resolves. */
  began(line: Line, world: string): Promise<void> | undefined
  /** The clock of a world wakes up. */
  woke(world: string): void
  /** A call is about to wake the clock of a world. False: it must not, because the recording says when jobs run. */
  wakes(world: string): boolean
  /** A call goes on that has waited until everything was done that was due. */
  caughtUp(): void
  /** What the clock of the machine shows, in milliseconds since 1970. */
  now(real: number): number
  /** Jobs let calls in. */
  breathed(breath: Promise<void>): Promise<void>
  /** The simulator ends. What comes after is no part of what was observed. */
  closing(): void
  /** Standin calls another machine. */
  called(request: OutgoingRequest, reply: Promise<OutgoingReply>): Promise<OutgoingReply>
}

/** Of one simulator. */
export interface Observing {
  /** Undefined, as it mostly is: without an observer, each place costs one look. */
  current?: Observer | undefined
}

export interface SimulatorParts {
  readonly observing: Observing
  /** Without the observer. */
  readonly machine: Platform
  readonly fixtures: Seed
  readonly keys: Keys
  readonly trust: Trust
  /** The documents of the user's scenarios. */
  folder(): Readonly<Record<string, unknown>>
}

/** The platform of a simulator, and the place of its observer. */
export function observed(machine: Platform): { readonly platform: Platform; readonly observing: Observing } {
  const observing: Observing = {}
  return { platform: observedPlatform(machine, observing), observing }
}

const observedPlatform = (machine: Platform, observing: Observing): Platform => ({
  ...machine,
  now() {
    const { current } = observing
    return current === undefined ? machine.now() : current.now(machine.now())
  },
  breathe() {
    const { current } = observing
    return current === undefined ? machine.breathe() : current.breathed(machine.breathe())
  },
  wake(milliseconds, call, world) {
    if (world === undefined) return machine.wake(milliseconds, call)
    const wake = () => {
      observing.current?.woke(world)
      call()
    }
    return machine.wake(milliseconds, wake, world)
  },
  call(request) {
    const { current } = observing
    return current === undefined ? machine.call(request) : current.called(request, machine.call(request))
  },
})
