/** Keeps the last minutes of a simulator in two segments, and makes a capsule of them when a defect of Standin shows. */
import type { Simulator } from '../../knobs.ts'
import { liveSlot } from '../../wire/when-needed.ts'
import type { Observer } from '../../world/observing/observer.ts'
import { joinedSegments } from './joined-segments.ts'
import { recordCapsule } from './record.ts'
import { type CapsuleStore, spooledStore } from './store.ts'

export interface LastMinutesOptions {
  readonly minutes: number
  /** Stores a capsule: its whole lines. */
  save(lines: AsyncIterable<string>): Promise<void>
}

export interface LastMinutes {
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

const running = liveSlot((): { lastMinutes?: LastMinutes | undefined } => ({}))

/** Undefined: nothing is kept. */
export const lastMinutesOf = (simulator: Simulator): LastMinutes | undefined => running.of(simulator).lastMinutes

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
    recording.flush()
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
      running.of(simulator).lastMinutes = undefined
    },
  }
  running.of(simulator).lastMinutes = lastMinutes
  return lastMinutes
}
