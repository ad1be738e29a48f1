/** The shape of a control row: facts first, behaviour last. */
import type { z } from 'zod'
import type { Address } from '../engine/address.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'
import type { Call, Carrier, MaybePromise } from '../wire/http/call.ts'
import type { Input, JsonBody, Reply, ReplyBody, ReplyShapes, RequestShape, RowFacts } from '../wire/row.ts'
import { admin, anyone } from '../wire/scopes.ts'
import { type ControlId, methodOf, pathOf } from './paths.ts'

export interface ControlContext<Replies extends ReplyShapes = ReplyShapes> {
  readonly simulator: Simulator
  /** The knobs of the world that the address names. */
  readonly knobs: WorldKnobs
  readonly address: Address
  /** The address of the world and environment, as clients reach it. */
  readonly base: string
  readonly call: Call
  /** The whole table. */
  readonly rows: readonly ControlRow[]
  /** Answers the calls of a simulator, those of its control rows too. */
  frontDoor(simulator: Simulator): Carrier
  reply<Status extends keyof Replies & number>(
    status: Status,
    body: ReplyBody<Replies[Status]>,
    headers?: Readonly<Record<string, string>>,
  ): Reply
}

export interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface ControlRow<
  Id extends ControlId = ControlId,
  Request extends RequestShape = RequestShape,
  Replies extends ReplyShapes = ReplyShapes,
> extends RowFacts {
  readonly id: Id
  readonly path: string
  readonly request: Request
  readonly replies: Replies
  readonly example?: ControlExample
  /** Whether it serves everyone, and not administrators alone. */
  readonly isOpen?: true
  /** Whether its call may end the world of its address, and so does not end with it. */
  readonly replacesWorld?: true
  /** Whether it answers for a closed world, too, because it moves the world. */
  readonly whileClosed?: true
  /** Whether it takes away what callers have made. Every DELETE does. */
  readonly isDestructive?: true
  /** Refuses by throwing a Misuse: what is wrong with the call, the status, and the valid choices. */
  handle(input: Input<Request>, context: ControlContext<Replies>): MaybePromise<Reply>
}

type Written<Id extends ControlId, Request extends RequestShape, Replies extends ReplyShapes> = Omit<
  ControlRow<Id, Request, Replies>,
  'method' | 'path' | 'access' | 'dependsOn' | 'refusals' | 'limit' | 'constraints'
>

/** Control rows are for administrators. They know no rules, limits or dialect. */
export function defineControl<const Id extends ControlId, const Request extends RequestShape, const Replies extends ReplyShapes>(
  row: Written<Id, Request, Replies>,
): ControlRow<Id, Request, Replies> {
  const { id, ...others } = row
  return { id, method: methodOf(id), path: pathOf(id), ...others, access: row.isOpen ? anyone : admin, dependsOn: [], refusals: [] }
}

/** An optional JSON body. */
export const optionalJson = <S extends z.ZodType>(schema: S): JsonBody<z.ZodOptional<S>> => ({
  kind: 'json',
  schema: schema.optional(),
  optional: true,
})
