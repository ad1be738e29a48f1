/** `standin can-i-deploy`, `standin record-deployment`, and the options shared by all commands that use a Pact Broker. */

import { Misuse } from '../../../service/wire/misuse.ts'
import type { BrokerAddress, Build, Deployability } from '../../contracts/broker.ts'
import { defineCommand, Failure, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { address, bare, duration, many, option, optional, someText, type Values } from '../frame/option.ts'
import { heading, print, type Table } from '../frame/print.ts'
import { json } from '../frame/remote.ts'

/** Each option can also be set with the environment variable that Pact's tools use. */
export const brokerOptions = {
  brokerUrl: {
    ...optional('The URL of the Pact Broker', address, 'PACT_BROKER_BASE_URL'),
    also: ['brokerBaseUrl'],
    variable: 'PACT_BROKER_BASE_URL',
  },
  brokerToken: { ...optional('The token for the broker', someText, 'PACT_BROKER_TOKEN'), variable: 'PACT_BROKER_TOKEN' },
  brokerUsername: { ...optional('The user name for the broker', someText, 'PACT_BROKER_USERNAME'), variable: 'PACT_BROKER_USERNAME' },
  brokerPassword: { ...optional('The password for the broker', someText, 'PACT_BROKER_PASSWORD'), variable: 'PACT_BROKER_PASSWORD' },
}

const versionOption = optional("Your application's version", someText, 'the commit, from CI variables or from git')

export const buildOptions = {
  appVersion: versionOption,
  branch: optional("Your application's branch", someText, 'from CI variables or from git'),
  buildUrl: optional('The URL of the build', someText, 'from CI variables'),
  autoDetectVersionProperties: bare('Already the default: missing values come from CI variables or git'),
}

/** Tags predate the broker's branches and environments. */
export const tagOption = many(optional('A tag for the version in the broker; can be repeated', someText))

const autoDetect = buildOptions.autoDetectVersionProperties

const pacticipantOption = optional("Your application's name, as a consumer or provider", someText)
export const environmentOption = optional("The environment's name in the broker, such as production", someText)

export function needed(flag: string, value: string | undefined): string {
  if (value === undefined) throw new Misuse(`Specify ${flag}.`)
  return value
}

export function brokerFrom(values: Values<typeof brokerOptions>): BrokerAddress {
  const { brokerUrl: url, brokerToken: token, brokerUsername: username, brokerPassword: password } = values
  if (url === undefined) throw new Misuse('No Pact Broker URL. Use --broker-url, or set PACT_BROKER_BASE_URL.')
  return { url, token, username, password }
}

export async function buildFrom(values: Partial<Values<typeof buildOptions>>, { env, folder }: Io): Promise<Build> {
  const { readBuild } = await import('../../contracts/broker.ts')
  const { appVersion, branch, buildUrl } = values
  return readBuild({ ...(appVersion && { version: appVersion }), ...(branch && { branch }), ...(buildUrl && { buildUrl }), env, folder })
}

/** Errors caused by a broker or a service, as opposed to bugs in Standin. */
const failures = ['BrokerFailed', 'ProviderFailed']

export function asFailure(thrown: unknown): never {
  throw thrown instanceof Error && failures.includes(thrown.name) ? new Failure(thrown.message) : thrown
}

export const canIDeploy = defineCommand({
  name: 'can-i-deploy',
  summary: 'Ask a Pact Broker whether a version may be deployed; exit code 1 if not',
  options: {
    pacticipant: pacticipantOption,
    appVersion: versionOption,
    autoDetectVersionProperties: autoDetect,
    toEnvironment: environmentOption,
    wait: option('Maximum time to wait for a missing result, such as 2m', duration, 0, 'not at all'),
    ...brokerOptions,
    json,
  },
  examples: [['standin can-i-deploy --pacticipant web --to-environment production --wait 2m', "For this repository's current commit"]],
  async run({ values, io }) {
    const { canIDeploy: ask } = await import('../../contracts/broker.ts')
    const { wait } = values
    const pacticipant = needed('--pacticipant', values.pacticipant)
    const environment = needed('--to-environment', values.toEnvironment)
    const { version } = await buildFrom({ appVersion: values.appVersion }, io)
    const asking = { pacticipant, version, environment, wait, broker: brokerFrom(values) }
    const answer = await withProgress(io, { does: 'Waiting for the broker' }, () => ask(asking)).catch(asFailure)
    print(io, values, answer, inWords)
    return answer.ok ? 0 : 1
  },
})

function inWords({ ok, reason, matrix }: Deployability, table: Table): string[] {
  const rows = matrix.map(({ consumer, consumerVersion, provider, providerVersion, success }) => [
    consumer,
    consumerVersion ?? '',
    provider,
    providerVersion ?? '',
    success === null ? 'unknown' : success ? 'yes' : 'no',
  ])
  const shown = rows.length > 0 ? table([heading('CONSUMER', 'VERSION', 'PROVIDER', 'VERSION', 'VERIFIED'), ...rows]) : []
  return [`${ok ? 'Yes' : 'No'}. ${reason}`, ...shown]
}

export const recordDeployment = defineCommand({
  name: 'record-deployment',
  summary: 'Record in a Pact Broker that a version was deployed',
  options: {
    pacticipant: pacticipantOption,
    appVersion: versionOption,
    autoDetectVersionProperties: autoDetect,
    environment: environmentOption,
    instance: {
      ...optional("This instance's name, if several run in the environment", someText),
      also: ['applicationInstance'],
    },
    dryRun: bare('Check the version and the environment without recording anything'),
    ...brokerOptions,
    json,
  },
  examples: [['standin record-deployment --pacticipant web --environment production', "For this repository's current commit"]],
  async run({ values, io }) {
    const { recordDeployment: record } = await import('../../contracts/broker.ts')
    const { instance, dryRun } = values
    const pacticipant = needed('--pacticipant', values.pacticipant)
    const environment = needed('--environment', values.environment)
    const { version } = await buildFrom({ appVersion: values.appVersion }, io)
    const deployment = { pacticipant, version, environment, instance, dryRun, broker: brokerFrom(values) }
    await withProgress(io, { does: 'Waiting for the broker' }, () => record(deployment)).catch(asFailure)
    const said = `${dryRun ? 'Would record' : 'Recorded'} ${pacticipant} ${version} as deployed to ${environment}.`
    print(io, values, { dryRun, pacticipant, version, environment }, () => said)
  },
})
