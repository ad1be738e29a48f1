/** The interface for an observer of calls and jobs: a recorder, or a replay that decides when each of them continues. */

import type { Keys } from '../tokens/keys.ts'
import type { Trust } from '../tokens/trust.ts'
import type { Call, Carrier, PendingAnswer } from '../wire/call.ts'
import type { Line } from './journal/line.ts'
import type { OutgoingReply, OutgoingRequest, Platform } from './platform.ts'
import type { Seed } from './registers.ts'

/** A call to a control row that changes state. */
export interface ControlCall {
  readonly call: Call
  /** The name of the world in the call's address. */
  readonly world: string
}

/** The line for a call or job, or a stand-in for it if a tester changes the world. */
export type CountingCommits = Pick<Line, 'commits'> & Partial<Line>

export interface Observer {
  /** A call arrives from its host. */
  carry(call: Call, carry: Carrier): Promise<PendingAnswer>
  /** A call to a control row arrives. */
  control(controlCall: ControlCall, carry: (call: Call) => Promise<PendingAnswer>): Promise<PendingAnswer>
  /** A call has its number and an open line. `call` is the original call. */
  arrived(call: Call, line: Line, world: string): void
  /** A call reaches a stage. It continues when the promise resolves. */
  reached(line: Line, stage: string): Promise<void> | undefined
  /** A call or job is about to change its world. */
  committing(line: CountingCommits): void
  /** A call or job changes its world. */
  committed(line: CountingCommits, world: string): void
  /** A job is about to run. It starts when the promise resolves. */
  began(line: Line, world: string): Promise<void> | undefined
  /** A world's clock starts to run due jobs. */
  woke(world: string): void
  /** A call is about to run due jobs. Returns false if the recording decides when they run. */
  wakes(world: string): boolean
  /** A call continues after all due jobs have run. */
  caughtUp(): void
  /** Returns the machine's time, in milliseconds since 1970. */
  now(real: number): number
  /** Jobs pause to let calls through. */
  breathed(breath: Promise<void>): Promise<void>
  /** The simulator closes. Later events are not observed. */
  closing(): void
  /** Standin calls another machine. */
  called(request: OutgoingRequest, reply: Promise<OutgoingReply>): Promise<OutgoingReply>
}

/** The slot for a simulator's observer. */
export interface Observing {
  /** Usually undefined. */
  current?: Observer | undefined
}

export interface SimulatorParts {
  readonly observing: Observing
  /** The platform without the observer. */
  readonly machine: Platform
  readonly fixtures: Seed
  readonly keys: Keys
  readonly trust: Trust
  /** Returns the documents for the user's scenarios. */
  folder(): Readonly<Record<string, unknown>>
}

/** Wraps a simulator's platform so that its observer sees it. */
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
