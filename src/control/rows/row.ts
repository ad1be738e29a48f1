/** The shape of a control row: facts first, behaviour last. */
import { z } from 'zod'
import type { Address } from '../../service/engine/address.ts'
import type { Call, Carrier } from '../../service/wire/call.ts'
import type { Input, JsonBody, Reply, ReplyBody, ReplyShapes, RequestShape, RowFacts } from '../../service/wire/row.ts'
import { admin, anyone } from '../../service/wire/vocabulary.ts'
import type { RowCommand } from '../command.ts'
import type { ControlId } from '../facts.ts'
import type { Simulator, WorldKnobs } from '../simulator.ts'

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
  /** Replies 204 when the work is done. */
  done(work: unknown): Reply | Promise<Reply>
}

export interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * What a row does when the world of its address does not exist: it makes the world, it is refused, it takes the world by its name alone, or
 * it is about no world. Source: decisions §2.
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
  /** True: it serves everyone, and not administrators alone. */
  readonly open?: true
  /** False: a capsule does not record its calls, because they change no world, or belong to the recording itself. GET is never recorded. */
  readonly recorded?: false
  /** False: what is due in the world is not done first, so that a flood of due jobs can be ended at once. Source: decisions §8. */
  readonly waitsForDue?: false
  /** False: its answer tells nothing that is kept, so that it leaves also while the store takes no changes. */
  readonly waitsForKept?: false
  /** True: the world that its path names is made if it does not exist. */
  readonly makesNamed?: true
  /** Whether its call may end the world of its address, and so does not end with it. */
  readonly replacesWorld?: true
  /** Whether it takes away what callers have made. Every DELETE does. */
  readonly isDestructive?: true
  /** How the command line makes its call: by one command, or by several. */
  readonly command?: RowCommand | readonly RowCommand[]
  /** Refuses by throwing a Misuse: what is wrong with the call, the status, and the valid choices. */
  handle(input: Input<Request>, context: ControlContext<Replies>): Reply | Promise<Reply>
}

type Written<Id extends ControlId, Request extends RequestShape, Replies extends ReplyShapes> = Omit<
  ControlRow<Id, Request, Replies>,
  'world' | 'access' | 'dependsOn' | 'refusals' | 'limit' | 'constraints'
> & {
  /** Default: `demanded`. */
  readonly world?: NeededWorld
}

/** Control rows are for administrators. They know no rules, limits or dialect. */
export function defineControl<const Id extends ControlId, const Request extends RequestShape, const Replies extends ReplyShapes>(
  row: Written<Id, Request, Replies>,
): ControlRow<Id, Request, Replies> {
  return { ...row, world: row.world ?? 'demanded', access: row.open ? anyone : admin, dependsOn: [], refusals: [] }
}

/** A whole number in a query. `what`: what it counts. */
export const numberOf = (what: string, least: 0 | 1, most: number) =>
  z
    .string()
    .refine((text) => (least === 0 ? /^\d{1,8}$/ : /^[1-9]\d{0,7}$/).test(text) && Number(text) <= most, {
      error: `is not a number of ${what}`,
      params: { choices: [`${least} to ${most}`] },
    })
    .meta({ type: 'integer', minimum: least, maximum: most })

/** An optional JSON body. */
export const optionalJson = <S extends z.ZodType>(schema: S): JsonBody<z.ZodOptional<S>> => ({
  kind: 'json',
  schema: schema.optional(),
  optional: true,
})
