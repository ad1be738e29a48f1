/** Publishes what we judged, because Pact itself would publish success for a state that could not be arranged. */
import { z } from 'zod'
import { ownPackage } from '../../platform/node-package.ts'
import type { Build } from '../build.ts'
import type { Verified } from '../judge.ts'
import { type Broker, BrokerFailed } from './broker.ts'
import type { BrokerInteraction, BrokerPact } from './fetch-pacts.ts'

const published = z.object({ _links: z.object({ self: z.object({ href: z.string() }) }) })

/** Resolves to the address of the result. `build` is that of the provider. */
export async function publishResults(
  broker: Broker,
  { name, provider, document, results }: BrokerPact,
  interactions: readonly Verified[],
  { version, branch, buildUrl, tags = [] }: Build & { readonly tags?: readonly string[] | undefined },
): Promise<string> {
  if (results === undefined) throw new BrokerFailed(`The broker takes no results of ${name}.`)
  if (branch !== undefined) {
    await broker.send(
      'PUT',
      await broker.link('pb:pacticipant-branch-version', { pacticipant: provider, branch, version }),
      z.unknown(),
      {},
    )
  }
  for (const tag of tags) {
    const url = await broker.link('pb:pacticipant-version-tag', { pacticipant: provider, version, tag })
    await broker.send('PUT', url, z.unknown(), {})
  }
  const reply = await broker.send('POST', results, published, {
    success: interactions.every(({ why }) => why.length === 0),
    providerApplicationVersion: version,
    buildUrl,
    verifiedBy: { implementation: 'Standin', version: ownPackage().version },
    testResults: interactions.map(({ description, given, why }) => ({
      interactionId: document.interactions.find((one) => one.description === description && statesOf(one) === given.join('\n'))?._id,
      interactionDescription: description,
      success: why.length === 0,
      mismatches: why.map((one) => ({ description: one })),
    })),
  })
  return reply._links.self.href
}

const statesOf = ({ providerStates, providerState }: BrokerInteraction) =>
  providerStates?.map(({ name }) => name).join('\n') ?? providerState ?? ''
