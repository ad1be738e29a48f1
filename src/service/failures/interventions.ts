/** A test's interventions in individual calls: overrides, holds, delays and gates. */
import type { OperationId, OperationOf } from '../areas/index.ts'
import type { CallHeaders } from '../wire/call.ts'
import { readAs } from '../wire/read-as.ts'
import type { Input, ReplyBody, ReplyShape } from '../wire/row.ts'
import { getOrCreate, liveSlot } from '../wire/when-needed.ts'
import type { LineCaller } from '../world/journal.ts'
import type { Platform } from '../world/platform.ts'
import type { GatePlace } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { fixedReply } from './effects/respond.ts'
import { type ArrivingCall, createGate, type Gate, type OpenGate } from './scenario/gate.ts'

export { fixedAnswer, framing } from './effects/respond.ts'
export type { Gate, StandingCall } from './scenario/gate.ts'

interface Waiting {
  /** Held calls, keyed by scenario. The key is undefined for delayed calls, which end early only if all calls are released. */
  readonly calls: Map<string | undefined, Set<AbortController>>
  /** The number of the last released call. */
  released: number
}
const waiting = liveSlot((): Waiting => ({ calls: new Map(), released: 0 }))

export interface WaitingCall {
  readonly world: World
  /** The id of the call's journal line. */
  readonly id: string
  readonly signal: AbortSignal
  pause: Platform['pause']
}

/** Waits for a number of real milliseconds, or until the scenario ends. Throws if the client disconnects. */
export async function hold(call: WaitingCall, scenario: string, milliseconds: number): Promise<void> {
  const { releasing, forget } = enter(call, scenario)
  try {
    await pauseUntil(call.pause, releasing.signal, Math.min(milliseconds, timeLeft(call.world, scenario)), call.signal)
  } finally {
    forget()
  }
}

/** Returns a function that waits for a number of real milliseconds, or not at all once the call is released. */
export function delays(call: WaitingCall): { delay(milliseconds: number): Promise<void>; forget(): void } {
  const { releasing, forget } = enter(call)
  return { delay: (milliseconds) => pauseUntil(call.pause, releasing.signal, milliseconds, call.signal), forget }
}

/** The longest delay for a timer, in real milliseconds. */
const longest = 2 ** 31 - 1

/** Returns a function that waits for a signal, or not at all once the call is released. Throws if the client disconnects. */
export function gateWait(call: WaitingCall): { waitUntil(released: AbortSignal): Promise<void>; forget(): void } {
  const { releasing, forget } = enter(call)
  const waitUntil = (released: AbortSignal) => pauseUntil(call.pause, AbortSignal.any([released, releasing.signal]), longest, call.signal)
  return { waitUntil, forget }
}

function enter({ world, id }: WaitingCall, scenario?: string) {
  const releasing = new AbortController()
  const { calls, released } = waiting.of(world)
  if (Number(id) <= released) releasing.abort()
  const all = getOrCreate(calls, scenario, () => new Set<AbortController>())
  all.add(releasing)
  return { releasing, forget: () => void all.delete(releasing) }
}

/** Waits for a number of real milliseconds, or until the first signal. Throws if the client disconnects. */
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

/** Returns the real milliseconds until a scenario ends, at the clock's current speed. */
function timeLeft({ scenarios, clock }: World, scenario: string): number {
  const until = scenarios.active.find(({ name }) => name === scenario)?.until
  if (until === undefined || clock.mode === 'frozen') return Number.POSITIVE_INFINITY
  return Math.max(0, Math.ceil((until - clock.now()) / clock.speed))
}

/** Releases all waiting calls, and all calls that have arrived but would wait later. */
export function releaseArrived(world: World): void {
  waiting.of(world).released = world.data.calls
  release(world)
}

/** Releases the calls held by a scenario, or all waiting calls. */
export function release(world: World, scenario?: string): void {
  for (const [name, all] of waiting.of(world).calls) if (scenario === undefined || name === scenario) for (const each of all) each.abort()
}

/** Keyed by operation. Not stored, because gates are not data. */
const gates = liveSlot(() => new Map<string, Set<OpenGate>>())

export const gatesOf = (world: World, operation: string): ReadonlySet<OpenGate> | undefined => gates.of(world).get(operation)

/** A world's open gates, oldest first for each operation. */
export const openGates = (world: World): readonly Gate[] => Array.from(gates.of(world).values()).flatMap((all) => [...all])

/** Waits at the gates in a given place. Throws if the client disconnects. */
export async function waitAtGates(all: ReadonlySet<OpenGate>, at: GatePlace, call: ArrivingCall): Promise<void> {
  for (const gate of Array.from(all)) if (gate.at === at) await gate.stand(call)
}

/** Opens a gate, which closes when the world ends. */
export function openGate(world: World, operation: string, at: GatePlace): Gate {
  const gate = createGate(operation, at, (closed) => {
    world.inFlight.delete(closed.close)
    const all = gates.of(world)
    const here = all.get(operation)
    if (here?.delete(closed) && here.size === 0) all.delete(operation)
  })
  world.inFlight.add(gate.close)
  getOrCreate(gates.of(world), operation, () => new Set()).add(gate)
  return gate
}

/** Failure statuses that an override may return even if the operation does not declare them. For any other status, return a `Response`. */
export type FailureStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451 | 460 | 499)
  | (500 | 501 | 502 | 503 | 504 | 505 | 507 | 508 | 511)

type BodyMember<S extends ReplyShape> = S extends { kind: 'empty' }
  ? { readonly body?: undefined }
  : S extends { kind: 'bytes' }
    ? { readonly body: ReplyBody<S> | string }
    : { readonly body: ReplyBody<S> }

type Headed<Status> = { readonly status: Status; readonly headers?: Readonly<Record<string, string>> | undefined }
type Declared<Replies> = {
  [Status in keyof Replies & number]: Replies[Status] extends ReplyShape ? Headed<Status> & BodyMember<Replies[Status]> : never
}[keyof Replies & number]
type Failed<Replies> = Headed<Exclude<FailureStatus, keyof Replies>> & { readonly body?: unknown }

/**
 * A reply instead of the service's: a status that the operation declares, with its body; a failure status, with any body (a string is sent
 * as is, any other value as JSON); or a `Response` for everything else. `Response.error()` drops the connection.
 */
export type OverrideReply<Id extends OperationId = OperationId> =
  | Declared<OperationOf<Id>['replies']>
  | Failed<OperationOf<Id>['replies']>
  | Response

/** A call as an override function sees it. */
export interface OverriddenCall<Id extends OperationId = OperationId> {
  readonly operation: Id
  /** The decoded path parameters, not validated. */
  readonly params: Readonly<Record<keyof Input<OperationOf<Id>['request']>['params'] & string, string>>
  readonly query: URLSearchParams
  /** Names are lowercase. */
  readonly headers: CallHeaders
  /** `null` if the call has no trusted token. */
  readonly caller: LineCaller | null
  /**
   * Returns the request as the service reads it. Rejects if the request is invalid; the call is then refused. A file can be read only once.
   */
  input(): Promise<Input<OperationOf<Id>['request']>>
}

/** Return undefined to let the service answer. */
export type OverrideFunction<Id extends OperationId = OperationId> = (
  call: OverriddenCall<Id>,
) => OverrideReply<Id> | undefined | Promise<OverrideReply<Id> | undefined>

export type AnyReply =
  | Response
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined; readonly body?: unknown }

export interface Override {
  readonly reply: (call: OverriddenCall) => AnyReply | undefined | Promise<AnyReply | undefined>
  /** Number of calls that the override can still answer. */
  left: number
}

/** Keyed by operation, newest first. Not stored, because functions are not data. */
const overrides = liveSlot(() => new Map<string, Override[]>())

export const overridesOf = (world: World, operation: string): readonly Override[] | undefined => overrides.of(world).get(operation)

export function addOverride(world: World, operation: string, added: Override): void {
  const all = overrides.of(world)
  all.set(operation, [added, ...(all.get(operation) ?? [])])
}

export function removeOverride(world: World, operation: string, removed: Override): void {
  removed.left = 0
  const all = overrides.of(world)
  const others = all.get(operation)?.filter((each) => each !== removed) ?? []
  if (others.length > 0) all.set(operation, others)
  else all.delete(operation)
}

/** True for a `Response` of any class, because test environments such as jsdom might have their own class. */
export const isResponse = (reply: AnyReply): reply is Response => 'arrayBuffer' in reply

export function demandReadable(reply: AnyReply): void {
  if (typeof reply !== 'object' || !isResponse(reply)) readAs('override', fixedReply(), reply, '.')
}
