/** Arranges the givens in a world, by the calls of its client. */
import type { Client } from '../client.ts'
import type { Given, GivenKnobs, GivenValues } from '../givens/given.ts'
import { arrange, givens } from '../givens/index.ts'
import type { InnerClientOptions } from './client.ts'

export interface Givens {
  list(): readonly Pick<Given, 'sentence' | 'params' | 'values'>[]
  /** Arranges what a sentence says, and names what it left. */
  arrange(sentence: string, params?: Readonly<Record<string, unknown>>, options?: InnerClientOptions): Promise<GivenValues>
}

export const createGivens = (client: (options?: InnerClientOptions) => Client, knobs: () => GivenKnobs): Givens => ({
  list: () => givens,
  arrange: (sentence, params, options) => arrange(client(options), sentence, params, knobs()),
})
