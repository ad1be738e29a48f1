/** Asks a broker whether a version may be deployed, and tells it what was. */
import { z } from 'zod'
import { Misuse, unknownName } from '../../service/wire/misuse.ts'
import { type BrokerAddress, brokerOf, openBroker } from './broker.ts'

/** Which version of whom, and where. */
export interface DeploymentOptions {
  /** The name of a consumer or a provider. */
  readonly pacticipant: string
  readonly version: string
  /** The name of an environment of the broker, such as `production`. */
  readonly environment: string
  /** Default: the variables `PACT_BROKER_*`. */
  readonly broker?: BrokerAddress | undefined
}

/** Which version of whom, where, and how long the answer may take. */
export interface CanIDeployOptions extends DeploymentOptions {
  /** How long to wait while a result is unknown, for example because a verification runs. Milliseconds; default 0. */
  readonly wait?: number | undefined
}

/** Whether a version may be deployed, and why. */
export interface Deployability {
  readonly ok: boolean
  /** Why, in the words of the broker. */
  readonly reason: string
  /** Each pair of versions that counts. `success` is null where no result is known. */
  readonly matrix: readonly MatrixRow[]
}

/** A version of a consumer, a version of a provider, and whether they fit. */
export interface MatrixRow {
  readonly consumer: string
  readonly consumerVersion: string | null
  readonly provider: string
  readonly providerVersion: string | null
  readonly success: boolean | null
}

const side = z.object({ name: z.string(), version: z.object({ number: z.string() }).nullish() })
const answer = z.object({
  summary: z.object({ deployable: z.boolean().nullable(), reason: z.string(), unknown: z.number().default(0) }),
  matrix: z
    .array(z.object({ consumer: side, provider: side, verificationResult: z.object({ success: z.boolean() }).nullish() }))
    .default([]),
})

/** The pause between two questions, in milliseconds. */
const pause = 1_000

/** Asks the broker whether a version may be deployed to an environment. Rejects with `BrokerFailed` if the broker does not answer. */
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

const rowOf = ({ consumer, provider, verificationResult }: z.output<typeof answer>['matrix'][number]): MatrixRow => ({
  consumer: consumer.name,
  consumerVersion: consumer.version?.number ?? null,
  provider: provider.name,
  providerVersion: provider.version?.number ?? null,
  success: verificationResult?.success ?? null,
})

const versionReply = z.object({
  _links: z.object({ 'pb:record-deployment': z.array(z.object({ name: z.string(), href: z.string() })).default([]) }),
})

/** Which version was deployed where. */
export interface RecordDeploymentOptions extends DeploymentOptions {
  /** Where one version runs several times in one environment: the name of this one. */
  readonly instance?: string | undefined
  /** Checks the version and the environment, and records nothing. */
  readonly dryRun?: boolean | undefined
}

/** The broker must know the version: publish its pacts or its verification results first. */
export async function recordDeployment(options: RecordDeploymentOptions): Promise<void> {
  const { pacticipant, version, environment, instance, dryRun, broker = brokerOf() } = options
  const opened = openBroker(broker)
  const url = await opened.link('pb:pacticipant-version', { pacticipant, version })
  const versionLinks = await opened.send('GET', url, versionReply).catch((thrown: unknown) => {
    if (!(thrown instanceof Misuse)) throw thrown
    throw new Misuse(`The broker knows no version ${version} of ${pacticipant}. Publish its pacts or its verification results first.`)
  })
  const environments = versionLinks._links['pb:record-deployment']
  const chosen = environments.find(({ name }) => name === environment)
  if (!chosen) {
    const names = environments.map(({ name }) => name)
    throw unknownName(`The broker has no environment ${JSON.stringify(environment)}.`, environment, names)
  }
  if (!dryRun) await opened.send('POST', chosen.href, z.unknown(), { applicationInstance: instance })
}
