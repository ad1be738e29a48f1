/** The shape of a given: a sentence that arranges a world the way a user would. */
import type { z } from 'zod'
import type { Client } from '../client.ts'
import type { ContactRegister } from '../state/notifications/contact-register.ts'
import type { World } from '../state/world.ts'

/** What arranging left behind, for whoever goes on from there. */
export type GivenValues = Readonly<Record<string, string>>

/** The knobs of a simulated world that a given may turn, for what no caller can bring about. */
export interface Backstage {
  readonly world: Pick<World, 'environments'>
  readonly contacts: Pick<ContactRegister, 'put'>
  readonly scenarios: { define(name: string, document: unknown): unknown; use(name: string): Promise<unknown> }
}

export interface Given<P extends z.ZodObject = z.ZodObject, Name extends string = string> {
  readonly sentence: string
  readonly params: P
  /** The names of the values that it leaves; `token` is that of whoever goes on. */
  readonly values: readonly Name[]
  /** Whether it goes behind the service's back: it is then left out against the real one. */
  readonly backstage?: true
  /** Adds to the world, and never resets it. */
  arrange(client: Client, params: z.output<P>, backstage: Backstage): Promise<Readonly<Record<Name, string>>>
}

export const defineGiven = <P extends z.ZodObject, const Name extends string>(given: Given<P, Name>): Given<P, Name> => given
