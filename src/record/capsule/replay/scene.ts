/** What the steps of a replay share. */

import type { Simulator } from '../../../knobs.ts'
import type { Carrier } from '../../../wire/http/call.ts'
import type { Platform } from '../../../world/platform.ts'
import type { Difference } from '../../compare.ts'
import type { Capsule } from '../read-capsule.ts'
import type { Conductor } from './conductor.ts'
import type { Contents } from './contents.ts'
import type { ReplayMachine } from './machine.ts'
import { allow, nameOf, type ReplayedCall } from './replayed-call.ts'
import type { Values } from './values.ts'

export interface Scene {
  readonly capsule: Capsule
  readonly simulator: Simulator
  readonly carrier: Carrier
  readonly machine: ReplayMachine
  readonly conductor: Conductor
  readonly values: Values
  readonly contents: Contents
  readonly real: Platform
  /** Whether calls of the recording are missing. */
  readonly loose: boolean
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

/** Real milliseconds after which something that does not happen counts as missing; and where calls are missing, so that much is. */
const [patience, briefly] = [10_000, 500]

/** Waits until something has happened. False: it does not happen. */
export async function until({ real, loose }: Pick<Scene, 'real' | 'loose'>, done: () => boolean): Promise<boolean> {
  const since = real.tick()
  while (!done()) {
    if (real.tick() - since > (loose ? briefly : patience)) return false
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
  if (scene.loose) return
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
