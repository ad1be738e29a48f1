/** A simulator's recordings: the current or last capsule, and the last few minutes, which are saved if Standin itself has a bug. */
import { Misuse } from '../service/wire/misuse.ts'
import { liveSlot } from '../service/wire/when-needed.ts'
import type { Observer } from '../service/world/observer.ts'
import { type Recording, recordCapsule } from './capsule/record.ts'
import { type CapsuleStore, joinedSegments, spooledStore } from './capsule/store.ts'
import type { Simulator } from './simulator.ts'

export type { CapsuleStore } from './capsule/store.ts'

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
  /** Default: a spool that is deleted when the next recording begins. */
  readonly store?: CapsuleStore | undefined
  /** Called once with the reason if recording stops. */
  readonly lost?: ((why: string) => void) | undefined
}

/** Throws {@link Misuse} if another recording is in progress. */
export async function beginRecording(
  simulator: Simulator,
  { world, lost, store = spooledStore(simulator.inside.machine) }: Beginning = {},
): Promise<RecordingState> {
  if (world === undefined) await loadStored(simulator)
  const before = recordings.of(simulator).last
  const recording = await recordCapsule(simulator, { store, world, lost, beside: lastMinutesOf(simulator)?.observer })
  before?.store.remove?.()
  recordings.of(simulator).last = { recording, isOpen: true, store, world }
  return stateOf(simulator)
}

/** Loads all stored worlds, because a world loaded during the recording would look like a new world. */
async function loadStored({ worldStore, reach }: Simulator): Promise<void> {
  for (const { name, instance } of (await worldStore?.list()) ?? []) if (instance === undefined) await reach(name)
}

/** Throws {@link Misuse} if no recording is in progress. */
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

/** Reads the last recorded capsule. Throws {@link Misuse} if there is none, or if it is still being recorded. */
export function savedCapsule(simulator: Simulator): AsyncIterable<Uint8Array> {
  const { last } = recordings.of(simulator)
  if (!last) throw nothing()
  if (!last.isOpen) return last.store.read()
  throw new Misuse('The capsule is still being recorded. Save it first: POST /_standin/capsule {"record":false}.', undefined, 409)
}

const nothing = () =>
  new Misuse(
    'No capsule is being recorded. Start one: POST /_standin/capsule {"record":true}, or standin start --record <file>.',
    undefined,
    409,
  )

interface LastMinutesOptions {
  readonly minutes: number
  /** Stores the complete lines of a capsule. */
  save(lines: AsyncIterable<string>): Promise<void>
}

interface LastMinutes {
  readonly minutes: number
  readonly observer: Observer
  /** Begins a new segment, and discards all segments but the previous one. */
  turn(): Promise<void>
  /** Resolves once all pending capsules are stored. */
  end(): Promise<void>
}

/** Maximum number of capsules that a server stores. Later capsules usually show the same bug. */
const mostCapsules = 5
const minute = 60_000

/** Returns undefined if the last few minutes are not being recorded. */
export const lastMinutesOf = (simulator: Simulator): LastMinutes | undefined => recordings.of(simulator).lastMinutes

/** Records the last few minutes in two segments. */
export async function recordLastMinutes(simulator: Simulator, { minutes, save }: LastMinutesOptions): Promise<LastMinutes> {
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
