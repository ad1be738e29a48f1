/** The shape of a given: a sentence that arranges a world the way a user would. */
import type { z } from 'zod'
import type { Client } from '../client.ts'

/** What arranging left behind, for whoever goes on from there. */
export type GivenValues = Readonly<Record<string, string>>

export interface Given<P extends z.ZodObject = z.ZodObject> {
  readonly sentence: string
  readonly params: P
  /** Adds to the world, and never resets it. */
  arrange(client: Client, params: z.output<P>): Promise<GivenValues>
}

export const defineGiven = <P extends z.ZodObject>(given: Given<P>): Given<P> => given
