/** The givens: named starting points that Standin arranges in a world through its client. */
import type { z } from 'zod'
import type { Client } from '../client.ts'
import type { ProviderState, providerStatesReply } from '../control-replies/provider-states.ts'
import type { GivenKnobs, GivenValues } from '../givens/given.ts'
import { arrange, type GivenParams, type GivenSentence, givens } from '../givens/index.ts'
import { jsonSchema } from '../openapi/json-schema.ts'
import type { AnyName } from '../wire/any-name.ts'
import type { InnerClientOptions } from './client.ts'
import { type Page, pageOf } from './page.ts'

export interface Givens {
  list(page?: Page): z.output<typeof providerStatesReply>
  /** Arranges a given by its sentence. The values name what it made. Throws {@link Misuse} for a sentence that does not exist. */
  arrange<Sentence extends GivenSentence | AnyName>(
    sentence: Sentence,
    params?: Sentence extends GivenSentence ? GivenParams<Sentence> : Readonly<Record<string, unknown>>,
    options?: InnerClientOptions,
  ): Promise<GivenValues>
}

export const createGivens = (client: (options?: InnerClientOptions) => Client, knobs: () => GivenKnobs): Givens => ({
  list(page) {
    const { shown, rest } = pageOf(givens, page, ({ sentence }) => sentence, showGiven)
    return { providerStates: shown, ...rest }
  },
  arrange: (sentence, params, options) => arrange(client({ ...options, onlyThisWorld: true }), sentence, params, knobs()),
})

const showGiven = ({ sentence, params, values }: (typeof givens)[number]): ProviderState => ({
  state: sentence,
  params: jsonSchema(params, 'input').properties as ProviderState['params'],
  values: [...values],
})
