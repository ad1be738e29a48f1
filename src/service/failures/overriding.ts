/** The replies that a user gives in place of the service. */
import type { OperationId, OperationOf } from '../areas/index.ts'
import type { CallHeaders } from '../wire/call.ts'
import { readAs } from '../wire/read-as.ts'
import type { Input, ReplyBody, ReplyShape } from '../wire/row.ts'
import { liveSlot } from '../wire/when-needed.ts'
import type { LineCaller } from '../world/journal-line.ts'
import type { World } from '../world/world.ts'
import { fixedReply } from './effects/respond.ts'

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
