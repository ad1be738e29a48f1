/** The interface for an observer of calls and jobs: a recorder, or a replay that determines when each call or job continues. */

import type { Keys } from '../tokens/keys.ts'
import type { Trust } from '../tokens/trust.ts'
import type { Call, Carrier, PendingAnswer } from '../wire/call.ts'
import type { Line } from './journal/line.ts'
import type { OutgoingReply, OutgoingRequest, Platform } from './platform.ts'
import type { Seed } from './registers.ts'

/** A call to a control row that changes state. */
export interface ControlCall {
  readonly call: Call
  /** The world's name as in the URL. */
  readonly world: string
}

/** The line for a call or job, or a substitute if a tester changes the world. */
export type CountingCommits = Pick<Line, 'commits'> & Partial<Line>

export interface Observer {
  /** Called when a call arrives from its host. */
  carry(call: Call, carry: Carrier): Promise<PendingAnswer>
  /** Called when a call to a control row arrives. */
  control(controlCall: ControlCall, carry: (call: Call) => Promise<PendingAnswer>): Promise<PendingAnswer>
  /** Called when a call has been given a number and an open line. `call` is the original call. */
  arrived(call: Call, line: Line, world: string): void
  /** Called when a call reaches a stage. The call continues once the promise resolves. */
  reached(line: Line, stage: string): Promise<void> | undefined
  committing(line: CountingCommits): void
  committed(line: CountingCommits, world: string): void
  /** Called before a job runs. The job starts once the promise resolves. */
  began(line: Line, world: string): Promise<void> | undefined
  /** Called when a world's clock starts to run due jobs. */
  woke(world: string): void
  /** Called before a call runs due jobs. Returns false if the recording determines when they run. */
  wakes(world: string): boolean
  /** Called when a call continues after all due jobs have run. */
  caughtUp(): void
  /** Returns the machine's time, in milliseconds since 1970. */
  now(real: number): number
  /** Called when jobs pause to let calls through. */
  breathed(breath: Promise<void>): Promise<void>
  /** Called when the simulator closes. Later events are not observed. */
  closing(): void
  /** Called when Standin calls another machine. */
  called(request: OutgoingRequest, reply: Promise<OutgoingReply>): Promise<OutgoingReply>
}

export interface Observing {
  /** Undefined unless an observer is active. */
  current?: Observer | undefined
}

export interface SimulatorParts {
  readonly observing: Observing
  readonly machine: Platform
  readonly fixtures: Seed
  readonly keys: Keys
  readonly trust: Trust
  /** Returns the documents for the user's scenarios. */
  folder(): Readonly<Record<string, unknown>>
}

/** Wraps a simulator's platform so that the observer is informed. */
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
