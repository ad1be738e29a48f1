/** Verifies contracts from files and from a broker, against a running service or a new Standin server, and publishes the results. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startSimulator } from '../../hosts/on-node.ts'
import { ownPackage } from '../../platform/node-package.ts'
import type { EnvironmentFile } from '../../real/environment-file.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import type { Build } from './broker/build.ts'
import { type Broker, type BrokerAddress, BrokerFailed, brokerOf, openBroker } from './broker/client.ts'
import { type BrokerInteraction, type BrokerPact, fetchPact, fetchPacts, type Selection, type Selector } from './broker/fetch-pacts.ts'
import { faultOf } from './environment/drift.ts'
import type { Verified } from './verifying/judge.ts'
import type { Interaction } from './verifying/pact-files.ts'
import { holds, shownOf, type Verification, type VerifyOptions, verify, verifyEach } from './verifying/verify.ts'

export type { Selector } from './broker/fetch-pacts.ts'
export type { Verified } from './verifying/judge.ts'
export { ProviderFailed } from './verifying/provider-states.ts'

/** Contracts to verify, and the service to verify them against. */
export interface ContractsOptions extends Omit<Selection, 'provider' | 'selectors'>, Omit<VerifyOptions, 'pacts' | 'url' | 'only'> {
  /** Pact files, folders, and URLs of pacts in a broker. Default without selectors: the `pacts` folder. */
  readonly pacts?: readonly string[] | undefined
  /** Selects pacts from a broker. Requires `provider`. */
  readonly selectors?: readonly Selector[] | undefined
  /** URL of another implementation or of a world in a running Standin. Default: a new Standin with a frozen clock. */
  readonly url?: string | undefined
  /** Required for selectors and URLs. Default: the variables `PACT_BROKER_*`. */
  readonly broker?: BrokerAddress | undefined
  /** Interactions from an earlier report on the environment, used to detect what has broken since. */
  readonly baseline?: readonly Pick<Verified, 'consumer' | 'description' | 'given' | 'why'>[] | undefined
  /** Provider build to publish results for. Only results of pacts from the broker are published. */
  readonly publish?: (Build & { readonly tags?: readonly string[] | undefined }) | undefined
}

/** The result of {@link verifyContracts}. */
export interface ContractsVerification extends Verification {
  /** URLs of the results in the broker. */
  readonly published: readonly string[]
}

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text)

/** Rejects with {@link Misuse} if there is nothing to verify, or if the optional peer dependency `@pact-foundation/pact` is missing. */
export async function verifyContracts(options: ContractsOptions = {}): Promise<ContractsVerification> {
  const { selectors, publish } = options
  const places = options.pacts ?? (selectors ? [] : ['pacts'])
  const [addresses, files] = [places.filter(isAddress), places.filter((pact) => !isAddress(pact))]
  const broker = selectors || addresses.length > 0 ? openBroker(options.broker ?? brokerOf()) : undefined
  if (publish && !broker) throw new Misuse("Results can only be published for pacts from a broker. Use selectors or a pact's URL.")
  const fetched = broker ? await fetchAll(broker, addresses, options) : []
  const folder = mkdtempSync(join(tmpdir(), 'standin-pacts-'))
  try {
    const stored = new Map(fetched.map((pact, at) => [store(folder, at, pact), pact]))
    const verification = await verifyPlaces([...files, ...stored.keys()], options)
    const published: string[] = []
    for (const [file, pact] of broker && publish ? stored : []) {
      const own = verification.interactions.filter((one) => one.file === file)
      // Results exist only for verified interactions.
      if (broker && publish && own.length > 0) published.push(await publishResults(broker, pact, own, publish))
    }
    return { ...named(verification, stored), published }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fetchAll(broker: Broker, addresses: readonly string[], { selectors, provider, ...selection }: ContractsOptions) {
  if (selectors && provider === undefined) throw new Misuse('Selectors need a provider. Specify its name.')
  const selected = selectors && provider !== undefined ? await fetchPacts(broker, { ...selection, selectors, provider }) : []
  return [...selected, ...(await Promise.all(addresses.map((url) => fetchPact(broker, url))))]
}

function store(folder: string, at: number, { document }: BrokerPact): string {
  const file = join(folder, `${at}.json`)
  writeFileSync(file, JSON.stringify(document))
  return file
}

/** Verifies pacts. A new Standin gets a fixed clock and seed, so that every run gets the same replies. */
async function verifyPlaces(pacts: readonly string[], options: ContractsOptions & Pick<VerifyOptions, 'only'>): Promise<Verification> {
  if (options.environment) return verifyThere(pacts, options, options.environment)
  if (options.url !== undefined) return verify({ ...options, pacts })
  const running = await startSimulator({
    port: 0,
    clock: 'frozen',
    now: Date.parse('2026-06-01T10:00:00Z'),
    seed: 1,
    ...(options.dialect && { dialect: options.dialect }),
  })
  try {
    return await verify({ ...options, pacts, url: running.url, adminToken: undefined, token: undefined })
  } finally {
    await running.close()
  }
}

const keyOf = ({ consumer, description, given }: Pick<Verified, 'consumer' | 'description' | 'given'>) =>
  JSON.stringify([consumer, description, given])

/** Runs failed interactions again on the simulator, to attribute the failures. */
async function verifyThere(pacts: readonly string[], options: ContractsOptions, environment: EnvironmentFile): Promise<Verification> {
  const { dialect, interactions, leftOut } = await verifyEach({ ...options, pacts })
  const failed = new Set(interactions.filter(({ why }) => why.length > 0).map(keyOf))
  const only = (one: Interaction) => failed.has(keyOf(one))
  const here =
    failed.size === 0
      ? []
      : (await verifyPlaces(pacts, { ...options, url: undefined, environment: undefined, webhooks: undefined, dialect, only })).interactions
  const holdHere = new Set(here.filter(({ why }) => why.length === 0).map(keyOf))
  const heldBefore = new Set(options.baseline?.filter(({ why }) => why.length === 0).map(keyOf))
  const judged = interactions.map((one): Verified => {
    const key = keyOf(one)
    const fault = one.why.length > 0 ? faultOf(one, { holdsHere: holdHere.has(key), heldBefore: heldBefore.has(key) }, dialect) : undefined
    return { ...shownOf(one), ...(fault && { fault }) }
  })
  return { ok: judged.every(holds), dialect, environment: environment.name, interactions: judged, leftOut }
}

/** Replaces the file name of each broker pact with its URL, and marks all interactions of a pending pact as pending. */
function named({ interactions, leftOut, ...verification }: Verification, stored: ReadonlyMap<string, BrokerPact>): Verification {
  const addressed = <One extends { readonly file: string }>(one: One): One => ({ ...one, file: stored.get(one.file)?.url ?? one.file })
  const judged = interactions.map((one) => ({ ...addressed(one), pending: one.pending || (stored.get(one.file)?.pending ?? false) }))
  return {
    ...verification,
    ok: judged.every(holds),
    interactions: judged,
    leftOut: leftOut.map(addressed),
  }
}

const published = z.object({ _links: z.object({ self: z.object({ href: z.string() }) }) })

/**
 * Publishes our own verdict, because Pact itself would publish success even if a state could not be set up. Resolves to the result's URL.
 */
async function publishResults(
  broker: Broker,
  { name, provider, document, results }: BrokerPact,
  interactions: readonly Verified[],
  { version, branch, buildUrl, tags = [] }: Build & { readonly tags?: readonly string[] | undefined },
): Promise<string> {
  if (results === undefined) throw new BrokerFailed(`The broker does not accept results for ${name}.`)
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
