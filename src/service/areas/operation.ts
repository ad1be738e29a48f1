/** The types of a row (facts first, behaviour last) and of a job, and the act through which they change a world. */
import type { z } from 'zod'
import type { Caller } from '../tokens/caller.ts'
import type { SigningKeys } from '../tokens/keys.ts'
import type { RemoteKeys } from '../tokens/read-token.ts'
import type { Trust } from '../tokens/trust.ts'
import type { Errors, Refusal, RefusalValues } from '../wire/refusal.ts'
import type { About, Input, Reply, ReplyBody, ReplyShapes, RequestShape, RowFacts } from '../wire/row.ts'
import type { Question, Service } from '../wire/vocabulary.ts'
import { scopes } from '../wire/vocabulary.ts'
import type { Bookable } from '../world/clock.ts'
import type { Environment } from '../world/records.ts'
import type { Random, World } from '../world/world.ts'
import type { RefusalKey } from './areas.ts'
import type { Circumstances } from './circumstances.ts'
import type { eventBookings } from './events/bookings.ts'
import type { fileTransferBookings } from './file-transfer/bookings.ts'
import type { notificationBookings } from './notifications/bookings.ts'
import type { Owner } from './notifications/records.ts'
import type { resourceBookings } from './resources/bookings.ts'
import type { uploadBookings } from './resumable-upload/bookings.ts'

type Bookings = typeof notificationBookings &
  typeof fileTransferBookings &
  typeof resourceBookings &
  typeof eventBookings &
  typeof uploadBookings

export type BookingId = keyof Bookings

export type BookingData = { readonly [Id in BookingId]: z.output<Bookings[Id]['data']> }

/** Step kinds, keyed by job, for jobs whose steps differ in length. */
export type StepKinds = { readonly [Id in BookingId as [KindOf<Id>] extends [never] ? never : Id]: KindOf<Id> }

type KindOf<Id extends BookingId> = Bookings[Id] extends { readonly step: infer Step } ? KindIn<Step[keyof Step]> : never
type KindIn<Length> = Length extends number | string ? never : keyof Length & string

export interface Act<S extends Service = Service> {
  readonly world: World
  readonly environment: Environment
  /** The id of the call's journal line or the job's booking. Records created by the act refer to this id. */
  readonly cause: string
  /** Milliseconds of world time since 1970. Time can pass during an await, so call this function again afterwards. */
  now(): number
  readonly random: Random
  readonly circumstances: Circumstances
  /** Aborts when the client disconnects or the world is removed. Undefined in a job. Created on first use. */
  signal(): AbortSignal | undefined
  /** Throws the `unreachable` refusal if a service that the row or job depends on is down. */
  reach(service: S): void
  /**
   * Await this after every other await except reading the body, before you read the clock or commit. A replay then continues the call at
   * the same point as the recording.
   */
  waited(): Promise<void> | void
  /**
   * Call this in a job before it awaits an outgoing call, or another job that makes an outgoing call. From then on, calls to the world do
   * not wait for the job.
   */
  goOutside(): void
  /** The only way to change a world. Synchronous. Throws if the client has disconnected. */
  commit<T>(change: () => T): T
  /** Like {@link commit}, but also works after the client has disconnected: a resumable upload stores the received bytes. */
  commitAfterDisconnect<T>(change: () => T): T
  /** Books a job for a world time in milliseconds since 1970, by default one step from now. Call inside a commit. */
  book<Id extends BookingId>(job: Id, data: BookingData[Id], at?: number): void
  /** Removes the job's booking with this data, if there is one. Call inside a commit. */
  unbook<Id extends BookingId>(job: Id, data: BookingData[Id]): void
  /** Returns when a job's step that starts at `from` ends, in milliseconds of world time since 1970. */
  stepEnd<Id extends BookingId>(job: Id, from: number, ...kind: Id extends keyof StepKinds ? [StepKinds[Id]] : []): number
}

export type WorldEnvironment = Pick<Act, 'world' | 'environment'>

export interface Context<Replies extends ReplyShapes = ReplyShapes, Key extends RefusalKey = RefusalKey, Asked extends Service = Service>
  extends Act<Asked> {
  readonly caller: Caller
  /** When the call arrived, in milliseconds of world time since 1970. */
  readonly arrived: number
  /** The owner of records that the caller creates. Undefined if the caller's token does not identify an owner. */
  findOwner(): Owner | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly keys: SigningKeys
  /** Validates tokens that the row itself reads. */
  readonly trust: Trust
  readonly remoteKeys: RemoteKeys
  /** Real milliseconds since 1970. Use only for values that clients take from their own clocks. */
  machineNow(): number
  /** Returns the full URL for a path, with the origin and world that the caller used. */
  url(path: string): string
  /** The call's path as the caller wrote it, without the world, and its query without the question mark. */
  readonly address: { readonly path: string; readonly query: string }
  reply<Status extends keyof Replies & number>(
    status: Status,
    body: ReplyBody<Replies[Status]>,
    headers?: Readonly<Record<string, string>>,
  ): Reply
  /** Adds an explanation to the journal line. It is not part of the reply. */
  explain(text: string): void
  /** Creates a refusal that the row declares, for you to throw. The `reason` value appears in the journal line. */
  fail(key: Key, values?: RefusalValues, errors?: Errors): Refusal
}

/** Values that an example can take from its given. */
export const exampleValues = ['fileTransferId', 'shipmentId', 'subscriptionId'] as const
export type ExampleValues = Readonly<Partial<Record<(typeof exampleValues)[number], string>>>

/** Callers for examples and givens, by role. */
export const callers = {
  creator: { org: 'ttd', orgNo: '991825827', scope: scopes.createNotifications },
  composer: { org: 'ttd', orgNo: '991825827', scope: scopes.createComposedEmails },
  supporter: { org: 'digdir', orgNo: '991825827', scope: scopes.supportNotifications },
  sender: { orgNo: '347147753', scope: scopes.brokerWrite },
  recipient: { orgNo: '370916446', scope: scopes.brokerRead },
  serviceOwner: { orgNo: '991825827', scope: scopes.serviceOwner },
  /** Without a service owner scope, the exchange omits the organization code. */
  publisher: { org: 'ttd', orgNo: '991825827', scope: `${scopes.eventsPublish} ${scopes.serviceOwner}` },
  subscriber: { orgNo: '370916446', scope: scopes.eventsSubscribe },
} as const

export const ofTransfer = ({ fileTransferId = '' }: ExampleValues) => ({ params: { fileTransferId } })
export const ofShipment = ({ shipmentId = '' }: ExampleValues) => ({ params: { id: shipmentId } })
export const ofSubscription = ({ subscriptionId = '' }: ExampleValues) => ({ params: { id: subscriptionId } })

export interface Example {
  /** The given that the example starts from, if any. */
  readonly given?: string
  readonly as: { readonly org?: string; readonly orgNo: string; readonly scope: string; readonly issuer?: 'maskinporten' } | null
  input(values: ExampleValues): {
    readonly params?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    /** A JSON value, bytes or a FormData. */
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
  /** True if an expired token may still be used to continue the upload with these parameters. */
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

/** A job's result, reported after an advance. `id`: the record's id. */
export interface Outcome {
  readonly id?: string
  readonly [fact: string]: unknown
}

export interface JobDefinition<Id extends string, Data, S extends Service>
  extends Bookable<Id extends keyof StepKinds ? StepKinds[Id] : never> {
  readonly id: Id
  readonly summary: string
  readonly dependsOn: readonly S[]
  /** The circumstances that the job reads and a scenario can control. */
  readonly asks?: readonly Question[]
  /** The schema for the booking's data. */
  readonly data: z.ZodObject & z.ZodType<Data>
  about(data: Data, world: World, environment: Environment): About
  run(data: Data, act: Act<S>): Outcome | Promise<Outcome>
}

/** A job without its data type, as in the table. */
export type Job = Omit<JobDefinition<string, Readonly<Record<string, unknown>>, Service>, 'step'> & Bookable

export function defineJob<const Id extends BookingId, const S extends Service>(
  job: JobDefinition<Id, BookingData[Id], S>,
): JobDefinition<Id, BookingData[Id], S> {
  return job
}

/** Returns when to retry after a service was unreachable, in milliseconds of world time since 1970. Source: decisions §8. */
export const nextTry = ({ settings, clock }: World): number => clock.now() + (settings.pace === 'real' ? 60_000 : 1_000)
