/** Fetches pacts from a broker, by selectors or by URL. */
import { z } from 'zod'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Broker } from './client.ts'

/** Selects consumer versions, for example `{ mainBranch: true }`. Source: https://docs.pact.io/consumer_version_selectors. */
export type Selector = Readonly<Record<string, unknown>>

export interface Selection {
  readonly provider: string
  readonly selectors: readonly Selector[]
  /** The provider's branch, which the broker requires for `matchingBranch` and for pending pacts. */
  readonly branch?: string | undefined
  /** True to let a pact fail until the provider has fulfilled it once. */
  readonly pending?: boolean | undefined
  /** Also includes work-in-progress pacts created since this day (such as `2026-06-01`), even if no selector matches them. */
  readonly workInProgressSince?: string | undefined
}

export interface BrokerPact {
  /** The broker's name for the pact. */
  readonly name: string
  readonly url: string
  readonly provider: string
  readonly pending: boolean
  readonly document: z.output<typeof pact>
  /** URL for publishing verification results. */
  readonly results: string | undefined
}

const link = z.object({ href: z.string(), name: z.string().optional() })
const chosen = z.object({
  _embedded: z.object({
    pacts: z.array(
      z.object({
        verificationProperties: z.object({ pending: z.boolean().default(false) }).optional(),
        _links: z.object({ self: link }),
      }),
    ),
  }),
})
const interaction = z.looseObject({
  _id: z.string().optional(),
  description: z.string(),
  providerStates: z.array(z.looseObject({ name: z.string() })).optional(),
  providerState: z.string().nullish(),
})
export type BrokerInteraction = z.output<typeof interaction>

const pact = z.looseObject({
  consumer: z.object({ name: z.string() }),
  provider: z.object({ name: z.string() }),
  interactions: z.array(interaction).default([]),
  _links: z.looseObject({ self: link.optional(), 'pb:publish-verification-results': link.optional() }).optional(),
})

/** Throws {@link Misuse} if the selectors match no pact, because an empty run proves nothing. */
export async function fetchPacts(broker: Broker, selection: Selection): Promise<BrokerPact[]> {
  const { provider, selectors, branch, pending = false, workInProgressSince } = selection
  const url = await broker.link('pb:provider-pacts-for-verification', { provider })
  const { _embedded } = await broker.send('POST', url, chosen, {
    consumerVersionSelectors: selectors,
    providerVersionBranch: branch,
    includePendingStatus: pending,
    includeWipPactsSince: workInProgressSince,
  })
  const { pacts } = _embedded
  if (pacts.length === 0) throw new Misuse(`The selectors match no pact with ${provider}: ${JSON.stringify(selectors)}.`)
  return Promise.all(
    pacts.map(async ({ verificationProperties, _links: { self } }) => ({
      ...(await fetchPact(broker, self.href)),
      pending: verificationProperties?.pending ?? false,
    })),
  )
}

export async function fetchPact(broker: Broker, url: string): Promise<BrokerPact> {
  const document = await broker.send('GET', url, pact)
  const { self, 'pb:publish-verification-results': results } = document._links ?? {}
  const name = self?.name ?? `Pact between ${document.consumer.name} and ${document.provider.name}`
  return { name, url, provider: document.provider.name, pending: false, document, results: results?.href }
}
