/** The shape of a given: a sentence that arranges a world the way a user would. */
import type { z } from 'zod'
import type { ContactRegister } from '../../areas/contacts/records/contact-register.ts'
import { CallFailed, type Client, type ClientReply } from '../../client.ts'
import type { AnyDocument, AnyName } from '../../wire/any-name.ts'
import type { EnvironmentName } from '../../world/agenda.ts'
import type { World } from '../../world/world.ts'

/** The ids and tokens of what a given arranged, for the calls that follow. */
export type GivenValues = Readonly<Record<string, string>>

/** The knobs that a given may use for what no call can change. */
export interface GivenKnobs {
  readonly world: Pick<World, 'environments'>
  readonly contacts: Pick<ContactRegister, 'put'>
  /** Removes a file now. */
  readonly fileTransfers: { expire(environment: EnvironmentName, fileTransferId: string): Promise<unknown> }
  readonly scenarios: { define(name: string, document: AnyDocument): unknown; use(name: AnyName): Promise<unknown> }
}

export interface Given<P extends z.ZodObject = z.ZodObject, Name extends string = string, Sentence extends string = string> {
  readonly sentence: Sentence
  readonly params: P
  /** The names of the values that `arrange` returns. `token` is the token of the caller that continues. */
  readonly values: readonly Name[]
  /** Set for a given that uses knobs. It cannot be arranged in the real service. */
  readonly usesKnobs?: true
  /** Adds to the world, and never resets it. Throws {@link CallFailed} when the service does not answer as needed. */
  arrange(client: Client, params: z.output<P>, knobs: GivenKnobs): Promise<Readonly<Record<Name, string>>>
}

export const defineGiven = <P extends z.ZodObject, const Name extends string, const Sentence extends string>(
  given: Given<P, Name, Sentence>,
): Given<P, Name, Sentence> => given

/** Throws {@link CallFailed} when a reply does not have the status that the given needs. `what` names the call in the message. */
export function demandStatus(what: string, expected: number, { status, text }: ClientReply<unknown>): void {
  if (status !== expected) throw new CallFailed(`${what} was answered ${status}: ${text}`)
}
