/** The shape of a row of Standin's own control interface: facts first, behaviour last. */
import type { z } from 'zod'
import type { Address } from '../engine/address.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'
import type { Call, MaybePromise } from '../wire/http/call.ts'
import type { Input, JsonBody, Reply, ReplyBody, ReplyShapes, RequestShape, RowFacts } from '../wire/row.ts'
import { admin } from '../wire/scopes.ts'

export interface ControlContext<Replies extends ReplyShapes = ReplyShapes> {
  readonly simulator: Simulator
  /** Of the world addressed. */
  readonly knobs: WorldKnobs
  readonly address: Address
  readonly call: Call
  /** The whole table. */
  readonly rows: readonly ControlRow[]
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
  Id extends string = string,
  Request extends RequestShape = RequestShape,
  Replies extends ReplyShapes = ReplyShapes,
> extends RowFacts {
  readonly id: Id
  readonly path: string
  readonly request: Request
  readonly replies: Replies
  readonly example?: ControlExample
  /** Says no by throwing a Misuse: what is wrong with the asking, its status, and the valid choices. */
  handle(input: Input<Request>, context: ControlContext<Replies>): MaybePromise<Reply>
}

type Written<Id extends string, Request extends RequestShape, Replies extends ReplyShapes> = Omit<
  ControlRow<Id, Request, Replies>,
  'access' | 'dependsOn' | 'refusals' | 'limit' | 'constraints'
>

/** Control rows are the administrator's; they know no rules, limits or dialect. */
export const defineControl = <const Id extends string, const Request extends RequestShape, const Replies extends ReplyShapes>(
  row: Written<Id, Request, Replies>,
): ControlRow<Id, Request, Replies> => ({ ...row, access: admin, dependsOn: [], refusals: [] })

/** A JSON body that may be left out. */
export const optionalJson = <S extends z.ZodType>(schema: S): JsonBody<z.ZodOptional<S>> => ({
  kind: 'json',
  schema: schema.optional(),
  optional: true,
})
