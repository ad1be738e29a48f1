/** Holds and delays calls for scenarios, and lets go of them. */
import { getOrCreate, liveSlot } from '../wire/when-needed.ts'
import type { Platform } from '../world/platform.ts'
import type { World } from '../world/world.ts'

interface Waiting {
  /** By the scenario that holds calls; undefined for calls that are delayed, which only the end of everything ends early. */
  readonly calls: Map<string | undefined, Set<AbortController>>
  /** The number of the last call that does not wait any more. */
  letGo: number
}
const waiting = liveSlot((): Waiting => ({ calls: new Map(), letGo: 0 }))

/** A call that can wait. */
export interface WaitingCall {
  readonly world: World
  /** The id of its journal line. */
  readonly id: string
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
  pause: Platform['pause']
}

/** Waits for real milliseconds, or until the scenario ends. Throws when the client leaves. */
export async function hold(call: WaitingCall, scenario: string, milliseconds: number): Promise<void> {
  const { releasing, forget } = enter(call, scenario)
  try {
    await pauseUntil(call.pause, releasing.signal, Math.min(milliseconds, timeLeft(call.world, scenario)), call.signal)
  } finally {
    forget()
  }
}

/** A function that waits for real milliseconds, as often as it is asked, and not at all once the call is let go of. */
export function delays(call: WaitingCall): { delay(milliseconds: number): Promise<void>; forget(): void } {
  const { releasing, forget } = enter(call)
  return { delay: (milliseconds) => pauseUntil(call.pause, releasing.signal, milliseconds, call.signal), forget }
}

/** Real milliseconds: as long as a timer can wait. */
const longest = 2 ** 31 - 1

/**
 * A function that waits until a signal, as often as it is asked, and not at all once the call is let go of. It throws when the client
 * leaves.
 */
export function stands(call: WaitingCall): { standUntil(released: AbortSignal): Promise<void>; forget(): void } {
  const { releasing, forget } = enter(call)
  const standUntil = (released: AbortSignal) => pauseUntil(call.pause, AbortSignal.any([released, releasing.signal]), longest, call.signal)
  return { standUntil, forget }
}

function enter({ world, id }: WaitingCall, scenario?: string) {
  const releasing = new AbortController()
  const { calls, letGo } = waiting.of(world)
  if (Number(id) <= letGo) releasing.abort()
  const all = getOrCreate(calls, scenario, () => new Set<AbortController>())
  all.add(releasing)
  return { releasing, forget: () => void all.delete(releasing) }
}

/** Waits for real milliseconds, or until the first signal. Throws when the client leaves. */
export async function pauseUntil(
  pause: Platform['pause'],
  released: AbortSignal,
  milliseconds: number,
  leaving?: AbortSignal,
): Promise<void> {
  try {
    await pause(milliseconds, AbortSignal.any(leaving ? [leaving, released] : [released]))
  } catch (thrown) {
    if (leaving?.aborted) throw thrown
  }
}

/** Real milliseconds until a scenario ends, as the clock runs now. */
function timeLeft({ scenarios, clock }: World, scenario: string): number {
  const until = scenarios.active.find(({ name }) => name === scenario)?.until
  if (until === undefined || clock.mode === 'frozen') return Number.POSITIVE_INFINITY
  return Math.max(0, Math.ceil((until - clock.now()) / clock.speed))
}

/** Lets go of all calls that wait, and of those that have arrived and would wait later. */
export function releaseArrived(world: World): void {
  waiting.of(world).letGo = world.data.calls
  release(world)
}

/** Lets go of the calls that one scenario holds, or of all calls that wait. */
export function release(world: World, scenario?: string): void {
  for (const [name, all] of waiting.of(world).calls) if (scenario === undefined || name === scenario) for (const each of all) each.abort()
}
