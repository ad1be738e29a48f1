/** The recording of each simulator: one at a time, and the last one that was saved. */
import type { Simulator } from '../../knobs.ts'
import { Misuse } from '../../misuse.ts'
import { liveSlot } from '../../wire/when-needed.ts'
import { lastMinutesOf } from './last-minutes.ts'
import { type Recording, recordCapsule } from './record.ts'
import { type CapsuleStore, spooledStore } from './store.ts'

interface LastRecording {
  recording: Recording | undefined
  readonly store: CapsuleStore
  readonly world: string | undefined
  calls: number
  controlCalls: number
  loss: string | undefined
}

const recordings = liveSlot((): { last?: LastRecording } => ({}))

type RecordingState = ReturnType<typeof stateOf>

export interface Beginning {
  /** The only world to record. Default: every world. */
  readonly world?: string | undefined
  /** Default: it is kept until it is read, or until the next one begins. */
  readonly store?: CapsuleStore | undefined
  /** Told once why nothing more is stored. */
  readonly lost?: ((why: string) => void) | undefined
}

/** Throws {@link Misuse} while another one runs. */
export async function beginRecording(
  simulator: Simulator,
  { world, lost, store = spooledStore(simulator.inside.machine) }: Beginning = {},
): Promise<RecordingState> {
  const before = recordings.of(simulator).last
  const recording = await recordCapsule(simulator, { store, world, lost, beside: lastMinutesOf(simulator)?.observer })
  before?.store.remove?.()
  recordings.of(simulator).last = { recording, store, world, calls: 0, controlCalls: 0, loss: undefined }
  return stateOf(simulator)
}

/** Throws {@link Misuse} where none runs. */
export async function endRecording(simulator: Simulator): Promise<RecordingState> {
  const { last } = recordings.of(simulator)
  if (!last?.recording) throw nothing()
  const { recording } = last
  last.recording = undefined
  await recording.end()
  last.calls = recording.calls
  last.controlCalls = recording.controlCalls
  last.loss = recording.loss
  return stateOf(simulator)
}

export function stateOf(simulator: Simulator) {
  const { last } = recordings.of(simulator)
  return {
    recording: last?.recording !== undefined,
    calls: last?.recording?.calls ?? last?.calls ?? 0,
    controlCalls: last?.recording?.controlCalls ?? last?.controlCalls ?? 0,
    world: last?.world ?? null,
    lastMinutes: lastMinutesOf(simulator)?.minutes ?? null,
    file: last?.store.file ?? null,
    incomplete: last?.recording?.loss ?? last?.loss ?? null,
  }
}

/** The last capsule that was saved. Throws {@link Misuse} where there is none. */
export function savedCapsule(simulator: Simulator): AsyncIterable<Uint8Array> {
  const { last } = recordings.of(simulator)
  if (!last || last.recording) throw nothing(last !== undefined)
  return last.store.read()
}

function nothing(isOpen = false): Misuse {
  if (isOpen)
    return new Misuse('The capsule is still being recorded. Save it first: POST /_standin/capsule {"record":false}.', undefined, 409)
  return new Misuse(
    'No capsule is being recorded. Begin one: POST /_standin/capsule {"record":true}, or standin start --record <file>.',
    undefined,
    409,
  )
}
