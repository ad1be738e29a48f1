/** A gate at which calls to an operation wait until a test releases them. */
import { Misuse } from '../../wire/misuse.ts'
import type { GatePlace } from '../../world/scenario.ts'

/** A call that is waiting at the gate. Its journal line has the same id and is written when the call ends. */
export interface StandingCall {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** A gate at which calls to an operation wait until they are released. */
export interface Gate {
  readonly operation: string
  readonly at: GatePlace
  readonly standing: number
  readonly calls: StandingCall[]
  /** Resolves once this many calls are waiting at the gate. Rejects with {@link Misuse} if the gate is closed or the signal aborts. */
  arrived(calls: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Releases this many calls (default: all) in order of arrival. `order`: selects calls by position, counted from 0, and releases them in
   * this order, each after the previous one has finished its work. Throws {@link Misuse} if a position is empty.
   */
  release(calls?: number, order?: readonly number[]): void
  /** Releases all calls and stops holding new ones. Has no effect on a closed gate. */
  close(): void
}

export interface ArrivingCall {
  readonly line: StandingCall
  readonly worked: Promise<void>
  waitUntil(released: AbortSignal): Promise<void>
}

interface Standing {
  readonly call: ArrivingCall
  readonly released: AbortController
}

export interface OpenGate extends Gate {
  stand(call: ArrivingCall): Promise<void>
}

/** `ended`: called once, when the gate closes. */
export function createGate(operation: string, at: GatePlace, ended: (gate: OpenGate) => void): OpenGate {
  const standing: Standing[] = []
  /** Released calls that are waiting for earlier calls to finish their work. */
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
        await call.waitUntil(waiter.released.signal)
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
          `release: [${positions.join(', ')}] are not ${positions.length} different positions among the ${standing.length} calls waiting at ${operation}. Positions are counted from 0.`,
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
      ended(gate)
      for (const { released } of [...standing, ...next]) released.abort()
      for (const each of awaited) each.reject(isClosed())
    },
  }
  const isClosed = () => new Misuse(`The gate for ${operation} is closed.`, undefined, 409)
  /** Releases calls one by one, so that the order does not depend on how fast bodies are read. */
  async function goOn(chosen: readonly Standing[]): Promise<void> {
    for (const each of chosen) {
      each.released.abort()
      await each.call.worked
    }
  }
  return gate
}
