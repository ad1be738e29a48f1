/** Gates: places where calls of an operation stand until their test lets them go on. */
import { Misuse } from '../misuse.ts'
import type { World } from '../state/world.ts'
import { getOrCreate } from '../wire/get-or-create.ts'
import { standUntil, type WaitingCall } from './holding.ts'

export const gatePlaces = ['before-work', 'after-work'] as const
export type GatePlace = (typeof gatePlaces)[number]

export interface Gate {
  /** How many calls stand at the gate. */
  readonly standing: number
  /** Waits until so many calls stand at the gate. Rejects with {@link Misuse} when the gate is closed. */
  arrived(calls: number): Promise<void>
  /**
   * Lets calls go on, in the order of their arrival; without a number, all. `order` names their positions instead, counted from 0, and the
   * order in which they go on. Throws {@link Misuse} for calls that do not stand there.
   */
  release(calls?: number, order?: readonly number[]): void
  /** Lets all calls go on, and stands in nobody's way any more. A second call does nothing. */
  close(): void
}

interface OpenGate extends Gate {
  readonly at: GatePlace
  stand(call: WaitingCall): Promise<void>
}

/** By operation. They lie beside the world, because a call that stands is no data. */
const gates = new WeakMap<World, Map<string, Set<OpenGate>>>()

/** Undefined where no gate stands, which costs a call one look. */
export const gatesOf = (world: World, operation: string): ReadonlySet<OpenGate> | undefined => gates.get(world)?.get(operation)

/** Waits at the gates of one place. Throws when the client leaves. */
export async function standAt(all: ReadonlySet<OpenGate>, at: GatePlace, call: WaitingCall): Promise<void> {
  for (const gate of Array.from(all)) if (gate.at === at) await gate.stand(call)
}

/** The gate ends with its world. */
export function openGate(world: World, operation: string, at: GatePlace): Gate {
  const standing: AbortController[] = []
  const awaited = new Set<{ readonly calls: number; resolve(): void; reject(why: Misuse): void }>()
  let closed = false

  const gate: OpenGate = {
    at,
    get standing() {
      return standing.length
    },
    async stand(call) {
      if (closed) return
      const released = new AbortController()
      standing.push(released)
      for (const each of awaited) if (each.calls <= standing.length) each.resolve()
      try {
        await standUntil(call, released.signal)
      } finally {
        if (standing.includes(released)) standing.splice(standing.indexOf(released), 1)
      }
    },
    arrived(calls) {
      return new Promise<void>((resolve, reject) => {
        if (closed) return reject(isClosed())
        if (standing.length >= calls) return resolve()
        const each = {
          calls,
          resolve() {
            awaited.delete(each)
            resolve()
          },
          reject,
        }
        awaited.add(each)
      })
    },
    release(calls, order) {
      const positions = order ?? Array.from({ length: calls ?? standing.length }, (_, nth) => nth)
      if (calls !== undefined && order && order.length !== calls)
        throw new Misuse(`release: ${calls} calls, but ${order.length} positions: [${order.join(', ')}].`)
      const chosen = positions.map((position) => standing[position])
      if (chosen.includes(undefined) || new Set(chosen).size < chosen.length)
        throw new Misuse(
          `release: [${positions.join(', ')}] are not ${positions.length} of the ${standing.length} calls that stand at ${operation}, counted from 0.`,
        )
      for (const each of chosen) {
        standing.splice(standing.indexOf(each as AbortController), 1)
        each?.abort()
      }
    },
    close() {
      if (closed) return
      closed = true
      world.inFlight.delete(gate.close)
      const all = gates.get(world)
      const here = all?.get(operation)
      if (here?.delete(gate) && here.size === 0) all?.delete(operation)
      if (all?.size === 0) gates.delete(world)
      gate.release()
      for (const each of awaited) each.reject(isClosed())
      awaited.clear()
    },
  }
  const isClosed = () => new Misuse(`The gate at ${operation} is closed.`, undefined, 409)
  world.inFlight.add(gate.close)
  const all = getOrCreate(gates, world, () => new Map<string, Set<OpenGate>>())
  getOrCreate(all, operation, () => new Set()).add(gate)
  return gate
}
