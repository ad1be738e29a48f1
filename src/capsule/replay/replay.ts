/** Replays a capsule in a fresh simulator, and compares every reply. */
import type { Simulator } from '../../simulator.ts'
import { type Counts, countsOf } from '../outline.ts'
import type { Capsule } from '../read-capsule.ts'
import { type CallNumber, type Driven, drive } from './driver.ts'
import { type OpenOptions, openReplay } from './open.ts'
import type { Scene } from './scene.ts'

export interface ReplayOptions extends Omit<OpenOptions, 'loose'> {
  /** Stops before this call. */
  readonly until?: CallNumber | undefined
}

export interface Replayed extends Driven, Counts {
  readonly simulator: Simulator
  /** Why nothing is claimed from there on: calls were interleaved in a way that a replay cannot repeat. */
  readonly disorder: string | undefined
  /** From now on, time passes as it does on this machine, and clocks of worlds stand still until they are resumed. */
  live(): void
}

/** Time passes as on this machine from now on. The clocks of worlds stand still, or go on as in the recording. */
export function goLive({ simulator, machine }: Scene, clocks: 'frozen' | 'as recorded'): void {
  simulator.inside.observing.current = undefined
  machine.live()
  for (const { clock } of simulator.worlds()) {
    if (clock.mode === 'real' && clocks === 'as recorded') clock.resume(clock.speed)
    else clock.freeze()
  }
}

/** The simulator stays open. Rejects with {@link Misuse} for a capsule whose start cannot be restored. */
export async function replayCapsule(capsule: Capsule, { until, ...options }: ReplayOptions): Promise<Replayed> {
  const scene = await openReplay(capsule, options)
  const { simulator, conductor, machine } = scene
  const outcome = await drive(scene, until)
  simulator.inside.observing.current = undefined
  machine.breathing = true
  return { simulator, ...countsOf(capsule), ...outcome, disorder: conductor.disorder, live: () => goLive(scene, 'frozen') }
}
