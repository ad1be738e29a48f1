/** Interventions of a test in single calls: replies in place of the service, holds and delays, and gates. */
import type { OperationId, OperationOf } from '../areas/index.ts'
import type { CallHeaders } from '../wire/call.ts'
import { readAs } from '../wire/read-as.ts'
import type { Input, ReplyBody, ReplyShape } from '../wire/row.ts'
import { getOrCreate, liveSlot } from '../wire/when-needed.ts'
import type { LineCaller } from '../world/journal-line.ts'
import type { Platform } from '../world/platform.ts'
import type { GatePlace } from '../world/scenario.ts'
import type { World } from '../world/world.ts'
import { fixedReply } from './effects/respond.ts'
import { type ArrivingCall, createGate, type Gate, type OpenGate } from './scenario/gate.ts'

export { fixedAnswer, framing } from './effects/respond.ts'
export type { Gate, StandingCall } from './scenario/gate.ts'

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

/** Statuses of failures that an override may give although the operation does not declare them. For any other, give a `Response`. */
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
 * A reply in place of the service: a status that the operation declares, with its body; the status of a failure, with any body (a text goes
 * out as it is, any other value as JSON); or a `Response`, for everything else. `Response.error()` breaks the connection.
 */
export type OverrideReply<Id extends OperationId = OperationId> =
  | Declared<OperationOf<Id>['replies']>
  | Failed<OperationOf<Id>['replies']>
  | Response

/** A call, as the function of an override sees it. */
export interface OverriddenCall<Id extends OperationId = OperationId> {
  readonly operation: Id
  /** The parameters of the path, decoded. They are not validated. */
  readonly params: Readonly<Record<keyof Input<OperationOf<Id>['request']>['params'] & string, string>>
  readonly query: URLSearchParams
  /** Names are in lower case. */
  readonly headers: CallHeaders
  /** Null: the token of the call names no caller that is trusted. */
  readonly caller: LineCaller | null
  /**
   * The request as the service reads it. Rejects for an invalid request: the call is then refused, as by the service. A file can be read
   * once.
   */
  input(): Promise<Input<OperationOf<Id>['request']>>
}

/** Undefined: the service answers. */
export type OverrideFunction<Id extends OperationId = OperationId> = (
  call: OverriddenCall<Id>,
) => OverrideReply<Id> | undefined | Promise<OverrideReply<Id> | undefined>

/** A reply without the types of its operation. */
export type AnyReply =
  | Response
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined; readonly body?: unknown }

export interface Override {
  readonly reply: (call: OverriddenCall) => AnyReply | undefined | Promise<AnyReply | undefined>
  /** How many calls it may still answer. */
  left: number
}

/** By operation, the newest first. Functions are not data. */
const overrides = liveSlot(() => new Map<string, Override[]>())

/** Undefined where nothing is overridden, which costs a call one look. */
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

/** A test environment such as jsdom may have a `Response` of its own. */
export const isResponse = (reply: AnyReply): reply is Response => 'arrayBuffer' in reply

/** Throws a {@link Misuse} for a reply that cannot be sent. */
export function demandReadable(reply: AnyReply): void {
  if (typeof reply !== 'object' || !isResponse(reply)) readAs('override', fixedReply(), reply, '.')
}
