/** The interface for a given, which arranges a world as a user would, and the callers that givens use. */
import { z } from 'zod'
import { CallFailed, type Client, type ClientReply, type Identity } from '../../areas/client.ts'
import { callers } from '../../areas/operation.ts'
import type { AnyDocument, AnyName } from '../../wire/misuse.ts'
import { scopes } from '../../wire/vocabulary.ts'
import type { EnvironmentName } from '../../world/records.ts'
import type { ContactRegister } from '../../world/registers.ts'
import type { World } from '../../world/world.ts'

/** The ids and tokens that a given created, for use in subsequent calls. */
export type GivenValues = Readonly<Record<string, string>>

/** Knobs that a given may use for changes that calls cannot make. */
export interface GivenKnobs {
  readonly world: Pick<World, 'environments'>
  readonly contacts: Pick<ContactRegister, 'put'>
  readonly fileTransfers: { expire(environment: EnvironmentName, fileTransferId: string): Promise<unknown> }
  readonly scenarios: { define(name: string, document: AnyDocument): unknown; use(name: AnyName): Promise<unknown> }
}

export interface Given<P extends z.ZodObject = z.ZodObject, Name extends string = string, Sentence extends string = string> {
  readonly sentence: Sentence
  readonly params: P
  /** The names of the values that `arrange` returns. `token` belongs to the caller of the next call. */
  readonly values: readonly Name[]
  /** Set if the given uses knobs and therefore cannot be arranged on the real service. */
  readonly usesKnobs?: true
  /** Adds records to the world and never resets the world. Throws {@link CallFailed} if the service's answer is unexpected. */
  arrange(client: Client, params: z.output<P>, knobs: GivenKnobs): Promise<Readonly<Record<Name, string>>>
}

export const defineGiven = <P extends z.ZodObject, const Name extends string, const Sentence extends string>(
  given: Given<P, Name, Sentence>,
): Given<P, Name, Sentence> => given

/** Throws {@link CallFailed} if the status is unexpected. `what`: names the call in the message. */
export function demandStatus(what: string, expected: number, { status, text }: ClientReply<unknown>): void {
  if (status !== expected) throw new CallFailed(`${what} got status ${status}: ${text}`)
}

/** A caller's role in an order or transfer. A stranger has all required scopes but no role. */
export const orderRole = z.enum(['creator', 'stranger'])
export const transferRole = z.enum(['sender', 'recipient', 'stranger'])

export const orderCallers: Readonly<Record<z.output<typeof orderRole>, Identity>> = {
  creator: callers.creator,
  stranger: { org: 'brg', orgNo: '974760673', scope: scopes.createNotifications },
}
export const transferCallers: Readonly<Record<z.output<typeof transferRole>, Identity>> = {
  sender: callers.sender,
  recipient: callers.recipient,
  stranger: { orgNo: '326403849', scope: `${scopes.brokerRead} ${scopes.brokerWrite}` },
}

const caller = <const Sentence extends string>(sentence: Sentence, as: Identity) =>
  defineGiven({
    sentence,
    params: z.object({}),
    values: ['token'],
    arrange: async (client) => ({ token: await client.token(as) }),
  })

export const callerGivens = [
  defineGiven({
    sentence: 'a caller may order notifications',
    params: z.object({ idempotencyId: z.string().default('an-order') }),
    values: ['token', 'idempotencyId'],
    arrange: async (client, { idempotencyId }) => ({ token: await client.token(orderCallers.creator), idempotencyId }),
  }),
  caller('a caller may send files', transferCallers.sender),
  caller('a caller may receive files', transferCallers.recipient),
  caller('a caller may subscribe to events', callers.subscriber),
  caller('a caller may publish events', callers.publisher),
  caller('a caller lacks the scope', { ...orderCallers.creator, scope: 'altinn:enduser' }),
] as const
