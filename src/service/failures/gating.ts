/** Gates: places where calls of an operation stand until their test lets them go on. */
import { Misuse } from '../wire/misuse.ts'
import { getOrCreate, liveSlot } from '../wire/when-needed.ts'
import type { GatePlace } from '../world/scenario.ts'
import type { World } from '../world/world.ts'

/** A call that stands at a gate. Its line in the journal has the same id, and is there when the call has ended. */
export interface StandingCall {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** A place where calls of an operation stand until they are released. */
export interface Gate {
  readonly operation: string
  readonly at: GatePlace
  /** How many calls stand at the gate. */
  readonly standing: number
  /** The calls that stand there, in the order of their arrival. */
  readonly calls: StandingCall[]
  /** Waits until so many calls stand at the gate. Rejects with {@link Misuse} when the gate is closed, and when the signal is aborted. */
  arrived(calls: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Lets calls go on, in the order of their arrival; without a number, all. `order` names their positions instead, counted from 0, and the
   * order in which they go on. Each goes on when the work of the one before is done. Throws {@link Misuse} for calls that do not stand
   * there.
   */
  release(calls?: number, order?: readonly number[]): void
  /** Lets all calls go on, and stops no more calls. A second call does nothing. */
  close(): void
}

interface ArrivingCall {
  readonly line: StandingCall
  /** Resolves when the work of the call is done. */
  readonly worked: Promise<void>
  /** Waits until the signal. Throws when the client leaves. */
  standUntil(released: AbortSignal): Promise<void>
}

interface Standing {
  readonly call: ArrivingCall
  readonly released: AbortController
}

interface OpenGate extends Gate {
  stand(call: ArrivingCall): Promise<void>
}

/** By operation. A call that stands is no data. */
const gates = liveSlot(() => new Map<string, Set<OpenGate>>())

/** Undefined where no gate stands, which costs a call one look. */
export const gatesOf = (world: World, operation: string): ReadonlySet<OpenGate> | undefined => gates.of(world).get(operation)

/** The gates that stand in a world, each operation's from the oldest to the newest. */
export const openGates = (world: World): readonly Gate[] => Array.from(gates.of(world).values()).flatMap((all) => [...all])

/** Waits at the gates of one place. Throws when the client leaves. */
export async function standAt(all: ReadonlySet<OpenGate>, at: GatePlace, call: ArrivingCall): Promise<void> {
  for (const gate of Array.from(all)) if (gate.at === at) await gate.stand(call)
}

/** The gate ends with its world. */
export function openGate(world: World, operation: string, at: GatePlace): Gate {
  const standing: Standing[] = []
  /** Those that were released, and wait for the work of others. */
  const next = new Set<Standing>()
  const awaited = new Set<{ readonly calls: number; resolve(): void; reject(why: unknown): void }>()
  let closed = false

  const gate: OpenGate = {
    operation,
    at,
    get standing() {
      return standing.length
    },
    get calls() {
      return standing.map(({ call }) => ({ ...call.line }))
    },
    async stand(call) {
      if (closed) return
      const waiter = { call, released: new AbortController() }
      standing.push(waiter)
      for (const each of awaited) if (each.calls <= standing.length) each.resolve()
      try {
        await call.standUntil(waiter.released.signal)
      } finally {
        next.delete(waiter)
        if (standing.includes(waiter)) standing.splice(standing.indexOf(waiter), 1)
      }
    },
    async arrived(calls, { signal } = {}) {
      if (closed) throw isClosed()
      signal?.throwIfAborted()
      if (standing.length >= calls) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const each = { calls, resolve, reject }
      const leave = () => reject(signal?.reason)
      awaited.add(each)
      signal?.addEventListener('abort', leave)
      try {
        await promise
      } finally {
        awaited.delete(each)
        signal?.removeEventListener('abort', leave)
      }
    },
    release(calls, order) {
      const positions = order ?? Array.from({ length: calls ?? standing.length }, (_, nth) => nth)
      if (calls !== undefined && order && order.length !== calls)
        throw new Misuse(`release: ${calls} calls, but ${order.length} positions: [${order.join(', ')}].`)
      const chosen = positions.flatMap((position) => standing[position] ?? [])
      if (new Set(chosen).size < positions.length)
        throw new Misuse(
          `release: [${positions.join(', ')}] are not ${positions.length} of the ${standing.length} calls that stand at ${operation}, counted from 0.`,
        )
      for (const each of chosen) {
        standing.splice(standing.indexOf(each), 1)
        next.add(each)
      }
      void goOn(chosen)
    },
    close() {
      if (closed) return
      closed = true
      world.inFlight.delete(gate.close)
      const all = gates.of(world)
      const here = all.get(operation)
      if (here?.delete(gate) && here.size === 0) all.delete(operation)
      for (const { released } of [...standing, ...next]) released.abort()
      for (const each of awaited) each.reject(isClosed())
    },
  }
  const isClosed = () => new Misuse(`The gate at ${operation} is closed.`, undefined, 409)
  /** In turn: how fast their bodies are read must not decide. */
  async function goOn(chosen: readonly Standing[]): Promise<void> {
    for (const each of chosen) {
      each.released.abort()
      await each.call.worked
    }
  }
  world.inFlight.add(gate.close)
  getOrCreate(gates.of(world), operation, () => new Set()).add(gate)
  return gate
}
