/** The shape of a row in the table of operations: facts first, behaviour last. */
import type { Caller } from '../tokens/caller.ts'
import type { SigningKeys } from '../tokens/keys.ts'
import type { RemoteKeys } from '../tokens/read-token.ts'
import type { Trust } from '../tokens/trust.ts'
import type { Errors, Refusal, RefusalValues } from '../wire/refusal.ts'
import type { About, Input, Reply, ReplyBody, ReplyShapes, RequestShape, RowFacts } from '../wire/row.ts'
import type { Service } from '../wire/vocabulary.ts'
import { scopes } from '../wire/vocabulary.ts'
import type { Environment } from '../world/records.ts'
import type { World } from '../world/world.ts'
import type { Act } from './act.ts'
import type { RefusalKey } from './areas.ts'
import type { Owner } from './notifications/records.ts'

export interface Context<Replies extends ReplyShapes = ReplyShapes, Key extends RefusalKey = RefusalKey, Asked extends Service = Service>
  extends Act<Asked> {
  readonly caller: Caller
  /** The call's arrival time in world milliseconds since 1970. */
  readonly arrived: number
  /** The owner of records that the caller creates. Undefined if its token contains no possible owner. */
  findOwner(): Owner | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly keys: SigningKeys
  /** Validates tokens that a row reads itself. */
  readonly trust: Trust
  /** Key sets from other issuers. */
  readonly remoteKeys: RemoteKeys
  /** Real milliseconds since 1970. Only for values that clients take from their own clocks. */
  machineNow(): number
  /** A path's full address, with the origin and world that the caller used. */
  url(path: string): string
  /** The call's address: its path as written by the caller, without the world, and its query without the question mark. */
  readonly address: { readonly path: string; readonly query: string }
  reply<Status extends keyof Replies & number>(
    status: Status,
    body: ReplyBody<Replies[Status]>,
    headers?: Readonly<Record<string, string>>,
  ): Reply
  /** Adds an explanation to the journal line that is not in the reply. */
  explain(text: string): void
  /** Creates a refusal that the row declares, ready to be thrown. The value `reason` is for the journal line. */
  fail(key: Key, values?: RefusalValues, errors?: Errors): Refusal
}

/** Values that an example may take from its given. */
export const exampleValues = ['fileTransferId', 'shipmentId', 'subscriptionId'] as const
export type ExampleValues = Readonly<Partial<Record<(typeof exampleValues)[number], string>>>

/** The callers in examples and givens, by role. */
export const callers = {
  creator: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
  composer: { org: 'ttd', orgNo: '991825827', scope: scopes.createComposedEmails },
  supporter: { org: 'digdir', orgNo: '991825827', scope: scopes.supportNotifications },
  sender: { orgNo: '347147753', scope: scopes.brokerWrite },
  recipient: { orgNo: '370916446', scope: scopes.brokerRead },
  serviceOwner: { orgNo: '991825827', scope: scopes.serviceOwner },
  /** Without a scope of service owners, the exchange omits the organization code. */
  publisher: { org: 'ttd', orgNo: '991825827', scope: `${scopes.eventsPublish} ${scopes.serviceOwner}` },
  subscriber: { orgNo: '370916446', scope: scopes.eventsSubscribe },
} as const

// The path parameters in examples.
export const ofTransfer = ({ fileTransferId = '' }: ExampleValues) => ({ params: { fileTransferId } })
export const ofShipment = ({ shipmentId = '' }: ExampleValues) => ({ params: { id: shipmentId } })
export const ofSubscription = ({ subscriptionId = '' }: ExampleValues) => ({ params: { id: subscriptionId } })

export interface Example {
  /** The sentence for the given that it starts from, if any. */
  readonly given?: string
  readonly as: { readonly org?: string; readonly orgNo: string; readonly scope: string; readonly issuer?: 'maskinporten' } | null
  input(values: ExampleValues): {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    /** A JSON value, bytes, or a FormData. */
    readonly body?: unknown
  }
}

export interface Operation<
  Id extends string = string,
  Request extends RequestShape = RequestShape,
  Replies extends ReplyShapes = ReplyShapes,
  Key extends RefusalKey = RefusalKey,
  Asked extends Service = Service,
> extends RowFacts {
  readonly id: Id
  readonly request: Request
  readonly replies: Replies
  readonly refusals: readonly Key[]
  readonly dependsOn: readonly Asked[]
  about(input: Input<Request>, world: World, environment: Environment): About
  /** True if an expired token may still continue the upload with these parameters. */
  outlivesToken?(params: Readonly<Record<string, string>>, environment: Environment, now: number): boolean
  readonly example: Example
  handle(input: Input<Request>, context: Context<Replies, Key, Asked>): Reply | Promise<Reply>
}

export function defineOperation<
  const Id extends string,
  const Request extends RequestShape,
  const Replies extends ReplyShapes,
  const Key extends RefusalKey,
  const Asked extends Service,
>(operation: Operation<Id, Request, Replies, Key, Asked>): Operation<Id, Request, Replies, Key, Asked> {
  return operation
}
