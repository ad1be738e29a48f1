/** Publishes pacts to a Pact Broker, asks whether a version may be deployed, and records deployments. */
import { z } from 'zod'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import { messageOf, saidOf } from '../../service/wire/read-as.ts'
import type { Build } from './broker/build.ts'
import { type BrokerAddress, brokerOf, openBroker } from './broker/client.ts'
import { pathsOf } from './verifying/pact-files.ts'
import { readJson } from './verifying/read-json.ts'

export { type Build, type BuildOptions, readBuild } from './broker/build.ts'
export { type BrokerAddress, BrokerFailed, brokerOf } from './broker/client.ts'

/** Pacts to publish, and the build that produced them. */
export interface PublishOptions extends Build {
  /** Pact files and folders with pact files. */
  readonly pacts: readonly string[]
  /** Default: the variables `PACT_BROKER_*`. Not needed for a dry run. */
  readonly broker?: BrokerAddress | undefined
  /** Validates everything without calling the broker. */
  readonly dryRun?: boolean | undefined
  /** Tags for the version in the broker. */
  readonly tags?: readonly string[] | undefined
  /** Called before each consumer with the number of consumers published so far. */
  readonly progress?: ((done: number, of: number) => void) | undefined
}

/** The result of publishing one consumer's pacts. */
export interface Publication {
  readonly consumer: string
  readonly providers: readonly string[]
  readonly version: string
  readonly branch?: string | undefined
  readonly buildUrl?: string | undefined
  /** Messages from the broker. Empty for a dry run. */
  readonly notices: readonly string[]
}

const party = z.object({ name: z.string().min(1) })
const parties = z.object({ consumer: party, provider: party, interactions: z.array(z.unknown()).min(1) })
const published = z.object({ notices: z.array(z.object({ type: z.string(), text: z.string() })).default([]) })

/** Publishes a version for each consumer. Throws {@link Misuse} if a path contains no pact, or a file is not a pact. */
export async function publishContracts({ pacts, broker, dryRun, tags, progress, ...build }: PublishOptions): Promise<Publication[]> {
  const contracts = pacts.flatMap(readFolder)
  const consumers = [...new Set(contracts.map(({ consumerName }) => consumerName))]
  const opened = dryRun ? undefined : openBroker(broker ?? brokerOf())
  const publications: Publication[] = []
  for (const [nth, consumer] of consumers.entries()) {
    progress?.(nth, consumers.length)
    const own = contracts.filter(({ consumerName }) => consumerName === consumer)
    const { version, branch, buildUrl } = build
    const { notices } = !opened
      ? { notices: [] }
      : await opened.send('POST', await opened.link('pb:publish-contracts'), published, {
          pacticipantName: consumer,
          pacticipantVersionNumber: version,
          branch,
          buildUrl,
          tags,
          contracts: own,
        })
    const providers = own.map(({ providerName }) => providerName)
    publications.push({ consumer, providers, version, branch, buildUrl, notices: textsOf(notices) })
  }
  return publications
}

/** Omits debug messages and prompts. */
const textsOf = (notices: z.output<typeof published>['notices']) =>
  notices.filter(({ type }) => type !== 'debug' && type !== 'prompt').map(({ text }) => text.trim())

function readFolder(folderOrFile: string) {
  const paths = pathsOf(folderOrFile)
  if (paths.length === 0) throw new Misuse(`${folderOrFile} contains no pacts.`)
  return paths.map(readContract)
}

function readContract(path: string) {
  const { text, document } = readJson(path)
  const read = parties.safeParse(document, { error: messageOf })
  if (!read.success) throw new Misuse(`${path} is not a pact: ${read.error.issues.map(saidOf)[0]}.`)
  const { consumer, provider } = read.data
  return {
    consumerName: consumer.name,
    providerName: provider.name,
    specification: 'pact',
    contentType: 'application/json',
    content: Buffer.from(text).toString('base64'),
  }
}

/** A pacticipant's version, and an environment. */
export interface DeploymentOptions {
  /** Name of a consumer or provider. */
  readonly pacticipant: string
  readonly version: string
  /** Name of an environment in the broker, such as `production`. */
  readonly environment: string
  /** Default: the variables `PACT_BROKER_*`. */
  readonly broker?: BrokerAddress | undefined
}

/** A pacticipant's version, an environment, and a time limit. */
export interface CanIDeployOptions extends DeploymentOptions {
  /** Milliseconds to wait while a result is unknown, for example during a verification. Default: 0. */
  readonly wait?: number | undefined
}

/** The broker's answer to {@link canIDeploy}. */
export interface Deployability {
  readonly ok: boolean
  /** The broker's explanation. */
  readonly reason: string
  /** The relevant pairs of versions. `success` is `null` if a pair has no result yet. */
  readonly matrix: readonly MatrixRow[]
}

/** The verification result for a consumer version and a provider version. */
export type MatrixRow = ReturnType<typeof rowOf>

const side = z.object({ name: z.string(), version: z.object({ number: z.string() }).nullish() })
const answer = z.object({
  summary: z.object({ deployable: z.boolean().nullable(), reason: z.string(), unknown: z.number().default(0) }),
  matrix: z
    .array(z.object({ consumer: side, provider: side, verificationResult: z.object({ success: z.boolean() }).nullish() }))
    .default([]),
})

/** Polling interval in milliseconds. */
const pause = 1_000

/** Asks the broker whether a version may be deployed to an environment. Rejects with `BrokerFailed` if the broker cannot be reached. */
export async function canIDeploy({ wait = 0, ...options }: CanIDeployOptions): Promise<Deployability> {
  const { pacticipant, version, environment, broker = brokerOf() } = options
  const opened = openBroker(broker)
  const url = await opened.link('pb:can-i-deploy-pacticipant-version-to-environment', { pacticipant, version, environment })
  const until = performance.now() + wait
  for (;;) {
    const { summary, matrix } = await opened.send('GET', url, answer)
    const known = summary.deployable !== null || summary.unknown === 0
    if (known || performance.now() + pause > until)
      return { ok: summary.deployable === true, reason: summary.reason, matrix: matrix.map(rowOf) }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const rowOf = ({ consumer, provider, verificationResult }: z.output<typeof answer>['matrix'][number]) => ({
  consumer: consumer.name,
  consumerVersion: consumer.version?.number ?? null,
  provider: provider.name,
  providerVersion: provider.version?.number ?? null,
  success: verificationResult?.success ?? null,
})

const versionReply = z.object({
  _links: z.object({ 'pb:record-deployment': z.array(z.object({ name: z.string(), href: z.string() })).default([]) }),
})

/** A deployed version and its environment. */
export interface RecordDeploymentOptions extends DeploymentOptions {
  /** Name of the application instance, if the version runs more than once in the environment. */
  readonly instance?: string | undefined
  /** Checks the version and environment without recording anything. */
  readonly dryRun?: boolean | undefined
}

/** Records a deployment. Rejects with {@link Misuse} if neither pacts nor verification results have been published for the version. */
export async function recordDeployment(options: RecordDeploymentOptions): Promise<void> {
  const { pacticipant, version, environment, instance, dryRun, broker = brokerOf() } = options
  const opened = openBroker(broker)
  const url = await opened.link('pb:pacticipant-version', { pacticipant, version })
  const versionLinks = await opened.send('GET', url, versionReply).catch((thrown: unknown) => {
    if (!(thrown instanceof Misuse)) throw thrown
    throw new Misuse(`The broker contains no version ${version} of ${pacticipant}. Publish its pacts or its verification results first.`)
  })
  const environments = versionLinks._links['pb:record-deployment']
  const chosen = environments.find(({ name }) => name === environment)
  if (!chosen) {
    const names = environments.map(({ name }) => name)
    throw unknownName(`Unknown environment in the broker: ${JSON.stringify(environment)}.`, environment, names)
  }
  if (!dryRun) await opened.send('POST', chosen.href, z.unknown(), { applicationInstance: instance })
}
