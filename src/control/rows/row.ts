/** The shape of a control row: facts first, behaviour last. */
import { z } from 'zod'
import type { Address } from '../../service/engine/address.ts'
import type { Call, Carrier } from '../../service/wire/call.ts'
import {
  type Input,
  type JsonBody,
  type Reply,
  type ReplyBody,
  type ReplyShapes,
  type RequestShape,
  type RowFacts,
  reply,
} from '../../service/wire/row.ts'
import { admin, anyone } from '../../service/wire/vocabulary.ts'
import type { RowCommand } from '../command.ts'
import type { ControlId } from '../facts.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'

export interface ControlContext<Replies extends ReplyShapes = ReplyShapes> {
  readonly simulator: Simulator
  /** Knobs for the world in the URL. */
  readonly knobs: WorldKnobs
  readonly address: Address
  /** The base URL of the world and environment, as clients see it. */
  readonly base: string
  readonly call: Call
  readonly rows: readonly ControlRow[]
  /** Answers calls to a simulator, including those to control rows. */
  frontDoor(simulator: Simulator): Carrier
  reply<Status extends keyof Replies & number>(
    status: Status,
    body: ReplyBody<Replies[Status]>,
    headers?: Readonly<Record<string, string>>,
  ): Reply
  /** Replies with 204 once the work is done. */
  done(work: unknown): Reply | Promise<Reply>
}

export interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * A row's behaviour if the world in its URL does not exist: creates the world, refuses the call, uses only the world's name, or needs no
 * world. Source: decisions §2.
 */
export type NeededWorld = 'made' | 'demanded' | 'named' | 'none'

export interface ControlRow<
  Id extends ControlId = ControlId,
  Request extends RequestShape = RequestShape,
  Replies extends ReplyShapes = ReplyShapes,
> extends RowFacts {
  readonly id: Id
  readonly path: string
  readonly world: NeededWorld
  readonly request: Request
  readonly replies: Replies
  readonly example?: ControlExample
  /** True if anyone can call the row, not just administrators. */
  readonly open?: true
  /**
   * False if capsules do not record calls to the row, because such calls change no world, or control the recording itself. GET calls are
   * never recorded.
   */
  readonly recorded?: false
  /** False if the row does not wait for due jobs, so that a flood of jobs can be stopped immediately. Source: decisions §8. */
  readonly waitsForDue?: false
  /** False if the row's answer contains no stored data and can therefore be sent even while the store is unavailable. */
  readonly waitsForKept?: false
  /** True if the row creates the world in its path. */
  readonly makesNamed?: true
  /** True if the row can end the world in its URL. The call itself must then not end with that world. */
  readonly replacesWorld?: true
  /** True if the row deletes data that callers created. Not needed for DELETE. */
  readonly isDestructive?: true
  readonly command?: RowCommand | readonly RowCommand[]
  /** Throws a Misuse to refuse a call, with the problem, the status and the valid choices. */
  handle(input: Input<Request>, context: ControlContext<Replies>): Reply | Promise<Reply>
}

type Written<Request extends RequestShape, Replies extends ReplyShapes> = Omit<
  ControlRow<ControlId, Request, Replies>,
  'id' | 'method' | 'path' | 'world' | 'access' | 'dependsOn' | 'refusals' | 'limit' | 'constraints' | 'request' | 'replies'
> & {
  /** Default: `demanded`. */
  readonly world?: NeededWorld
  /** Default: no input. */
  readonly request?: Request
  /** Default: 204 without a body. */
  readonly replies?: Replies
}

type NoContent = { readonly 204: ReturnType<typeof reply.empty> }

/** `route`: the method and the path. Control rows are for administrators. Rules, limits and dialects do not apply to them. */
export function defineControl<
  const Id extends ControlId,
  const Request extends RequestShape = Record<never, never>,
  const Replies extends ReplyShapes = NoContent,
>(id: Id, route: `${string} /_standin/${string}`, row: Written<Request, Replies>): ControlRow<Id, Request, Replies> {
  const [method = '', path = ''] = route.split(' ')
  const access = row.open ? anyone : admin
  // Safe, because the type parameters have the same defaults.
  const usual = { request: {} as never, replies: noContent as never }
  return { ...usual, id, method, path, world: 'demanded', access, dependsOn: [], refusals: [], ...row }
}

const noContent: NoContent = { 204: reply.empty() }

/** Returns the schema for a whole number in a query. `what`: what the number counts. */
export const numberOf = (what: string, least: 0 | 1, most: number) =>
  z
    .string()
    .refine((text) => (least === 0 ? /^\d{1,8}$/ : /^[1-9]\d{0,7}$/).test(text) && Number(text) <= most, {
      error: `is not a number of ${what}`,
      params: { choices: [`${least} to ${most}`] },
    })
    .meta({ type: 'integer', minimum: least, maximum: most })

export const optionalJson = <S extends z.ZodType>(schema: S): JsonBody<z.ZodOptional<S>> => ({
  kind: 'json',
  schema: schema.optional(),
  optional: true,
})
