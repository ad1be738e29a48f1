/** Givens: named starting points that Standin sets up in a world by making calls. */
import type { z } from 'zod'
import type { Client } from '../../service/areas/client.ts'
import type { GivenKnobs, GivenParams, GivenSentence, GivenValues } from '../../service/failures/givens.ts'
import type { AnyName } from '../../service/wire/misuse.ts'
import type { InnerClientOptions } from '../client/knob.ts'
import { type Page, pageOf } from '../rows/page.ts'
import type { ProviderState, providerStatesReply } from './rows.ts'

export interface Givens {
  list(page?: Page): Promise<z.output<typeof providerStatesReply>>
  /** Sets up the given with this sentence. Returns values that identify what was created. Throws {@link Misuse} for an unknown sentence. */
  arrange<Sentence extends GivenSentence | AnyName>(
    sentence: Sentence,
    params?: Sentence extends GivenSentence ? GivenParams<Sentence> : Readonly<Record<string, unknown>>,
    options?: InnerClientOptions,
  ): Promise<GivenValues>
}

/** Givens are loaded on first use. */
const load = () => import('../../service/failures/givens.ts')

export const createGivens = (client: (options?: InnerClientOptions) => Client, knobs: () => GivenKnobs): Givens => ({
  async list(page) {
    const { givens } = await load()
    const { jsonSchema } = await import('../openapi/json-schema.ts')
    return pageOf(
      'providerStates',
      givens,
      page,
      ({ sentence }) => sentence,
      ({ sentence, params, values }): ProviderState => ({
        state: sentence,
        params: jsonSchema(params, 'input').properties as ProviderState['params'],
        values: [...values],
      }),
    )
  },
  async arrange(sentence, params, options) {
    const { arrange } = await load()
    return arrange(client({ ...options, onlyThisWorld: true }), sentence, params, knobs())
  },
})
