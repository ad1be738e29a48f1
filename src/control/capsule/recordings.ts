/** The recordings of a simulator: one at a time, the last one that was saved, and the last minutes, which become a capsule when a defect of Standin shows. */

import { Misuse } from '../../service/wire/misuse.ts'
import { liveSlot } from '../../service/wire/when-needed.ts'
import type { Observer } from '../../service/world/observer.ts'
import type { Simulator } from '../simulator.ts'
import { type Recording, recordCapsule } from './record.ts'
import { type CapsuleStore, joinedSegments, spooledStore } from './store.ts'

interface LastRecording {
  readonly recording: Recording
  isOpen: boolean
  readonly store: CapsuleStore
  readonly world: string | undefined
}

const recordings = liveSlot((): { last?: LastRecording; lastMinutes?: LastMinutes | undefined } => ({}))

type RecordingState = ReturnType<typeof stateOf>

interface Beginning {
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
  if (world === undefined) await loadKept(simulator)
  const before = recordings.of(simulator).last
  const recording = await recordCapsule(simulator, { store, world, lost, beside: lastMinutesOf(simulator)?.observer })
  before?.store.remove?.()
  recordings.of(simulator).last = { recording, isOpen: true, store, world }
  return stateOf(simulator)
}

/** A capsule has worlds as they are at its start: one that is loaded later would be in it as a new one. */
async function loadKept({ worldStore, reach }: Simulator): Promise<void> {
  for (const { name, instance } of (await worldStore?.list()) ?? []) if (instance === undefined) await reach(name)
}

/** Throws {@link Misuse} where none runs. */
export async function endRecording(simulator: Simulator): Promise<RecordingState> {
  const { last } = recordings.of(simulator)
  if (!last?.isOpen) throw nothing()
  last.isOpen = false
  await last.recording.end()
  return stateOf(simulator)
}

export function stateOf(simulator: Simulator) {
  const { last } = recordings.of(simulator)
  return {
    recording: last?.isOpen ?? false,
    calls: last?.recording.counts.calls ?? 0,
    controlCalls: last?.recording.counts.controlCalls ?? 0,
    world: last?.world ?? null,
    lastMinutes: lastMinutesOf(simulator)?.minutes ?? null,
    file: last?.store.file ?? null,
    incomplete: last?.recording.tape.loss ?? null,
  }
}

/** The last capsule that was saved. Throws {@link Misuse} where there is none. */
export function savedCapsule(simulator: Simulator): AsyncIterable<Uint8Array> {
  const { last } = recordings.of(simulator)
  if (!last) throw nothing()
  if (!last.isOpen) return last.store.read()
  throw new Misuse('The capsule is still being recorded. Save it first: POST /_standin/capsule {"record":false}.', undefined, 409)
}

const nothing = () =>
  new Misuse(
    'No capsule is being recorded. Begin one: POST /_standin/capsule {"record":true}, or standin start --record <file>.',
    undefined,
    409,
  )

interface LastMinutesOptions {
  readonly minutes: number
  /** Stores a capsule: its whole lines. */
  save(lines: AsyncIterable<string>): Promise<void>
}

interface LastMinutes {
  readonly minutes: number
  /** The observer of the world. */
  readonly observer: Observer
  /** Begins a segment, and forgets the one before the last. */
  turn(): Promise<void>
  /** Resolves when the capsules that are due are stored. */
  end(): Promise<void>
}

/** Capsules that one run of a server stores. Mostly they show the same defect. */
const mostCapsules = 5
const minute = 60_000

/** Undefined: nothing is kept. */
export const lastMinutesOf = (simulator: Simulator): LastMinutes | undefined => recordings.of(simulator).lastMinutes

/** Keeps the last minutes in two segments. */
export async function keepLastMinutes(simulator: Simulator, { minutes, save }: LastMinutesOptions): Promise<LastMinutes> {
  const { machine } = simulator.inside
  let head = ''
  let current = spooledStore(machine)
  let before: CapsuleStore | undefined
  let saved = 0
  let work = Promise.resolve()
  let stop = () => {}
  let hasEnded = false
  let hasBegun = false
  const store: CapsuleStore = {
    write(lines) {
      if (head === '') head = new TextDecoder().decode(lines.subarray(0, lines.indexOf(10)))
      current.write(lines)
    },
    end: () => current.end(),
    read: () => current.read(),
  }
  /** One after the other. */
  const later = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task).catch(machine.alarm)
    return work
  }
  async function turn(): Promise<void> {
    recording.tape.flush()
    before?.remove?.()
    before = current
    current = spooledStore(machine)
    await Promise.all([before.end(), recording.startAgain()])
  }
  async function saveBoth(): Promise<void> {
    const older = before
    before = undefined
    await turn()
    const newer = before as CapsuleStore | undefined
    await save(joinedSegments(head, [older, newer]))
    older?.remove?.()
  }
  function turnLater(): void {
    stop = machine.wake(minutes * minute, () => {
      void later(turn)
      turnLater()
    })
  }
  function onDefect(): void {
    if (!hasBegun || hasEnded || ++saved > mostCapsules) return
    void later(saveBoth)
  }
  const recording = await recordCapsule(simulator, { store, defect: onDefect })
  hasBegun = true
  turnLater()
  const lastMinutes: LastMinutes = {
    minutes,
    observer: recording.observer,
    turn: () => later(turn),
    async end() {
      stop()
      hasEnded = true
      await work
      await recording.end()
      before?.remove?.()
      current.remove?.()
      recordings.of(simulator).lastMinutes = undefined
    },
  }
  recordings.of(simulator).lastMinutes = lastMinutes
  return lastMinutes
}
