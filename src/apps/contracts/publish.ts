/** Publishes pacts to a broker. */
import { z } from 'zod'
import { Misuse } from '../../service/wire/misuse.ts'
import { messageOf, saidOf } from '../../service/wire/read-as.ts'
import { type BrokerAddress, brokerOf, openBroker } from './broker.ts'
import type { Build } from './build.ts'
import { readJson } from './read-json.ts'
import { pathsOf } from './verifying/pact-files.ts'

/** Pacts to publish, and the build that they come from. */
export interface PublishOptions extends Build {
  /** Pact files and folders with pact files. */
  readonly pacts: readonly string[]
  /** Default: the variables `PACT_BROKER_*`. Not needed for a dry run. */
  readonly broker?: BrokerAddress | undefined
  /** Validates everything without calling the broker. */
  readonly dryRun?: boolean | undefined
  /** Tags for the version in the broker. */
  readonly tags?: readonly string[] | undefined
  /** Called with the number of published consumers, before the next consumer. */
  readonly progress?: ((done: number, of: number) => void) | undefined
}

/** The result for a consumer. */
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
export async function publish({ pacts, broker, dryRun, tags, progress, ...build }: PublishOptions): Promise<Publication[]> {
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

/** Drops the broker's debug messages. */
const textsOf = (notices: z.output<typeof published>['notices']) =>
  notices.filter(({ type }) => type !== 'debug' && type !== 'prompt').map(({ text }) => text.trim())

function readFolder(folderOrFile: string) {
  const paths = pathsOf(folderOrFile)
  if (paths.length === 0) throw new Misuse(`There is no pact in ${folderOrFile}.`)
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
