/** The options of commands that talk to a Pact Broker, and what makes its errors messages. */
import { Misuse } from '../misuse.ts'
import type { BrokerAddress } from '../pact/broker/broker.ts'
import type { Build } from '../pact/build.ts'
import { Failure } from './failure.ts'
import type { Io } from './io.ts'
import { address, bare, optional, someText, type Values } from './option.ts'

/** Each also comes from the variable that the tools of Pact read. */
export const brokerOptions = {
  brokerUrl: {
    ...optional('The address of the Pact Broker', address),
    also: ['brokerBaseUrl'],
    variable: 'PACT_BROKER_BASE_URL',
    shown: 'PACT_BROKER_BASE_URL',
  },
  brokerToken: { ...optional('The token for the broker', someText), variable: 'PACT_BROKER_TOKEN', shown: 'PACT_BROKER_TOKEN' },
  brokerUsername: {
    ...optional('The user name for the broker', someText),
    variable: 'PACT_BROKER_USERNAME',
    shown: 'PACT_BROKER_USERNAME',
  },
  brokerPassword: { ...optional('The password for the broker', someText), variable: 'PACT_BROKER_PASSWORD', shown: 'PACT_BROKER_PASSWORD' },
}

export const versionOption = {
  ...optional('The version of your application', someText),
  shown: 'the commit, from the variables of CI or from git',
}

export const buildOptions = {
  appVersion: versionOption,
  branch: { ...optional('The branch of your application', someText), shown: 'from the variables of CI or from git' },
  buildUrl: { ...optional('The page of the build', someText), shown: 'from the variables of CI' },
  autoDetectVersionProperties: bare('Name what is not given by the variables of CI or by git: Standin always does'),
}

/** Tags are an older way than branches and environments. */
export const tagOption = { ...optional('A tag for the version in the broker; several are allowed', someText), many: true } as const

export const autoDetect = buildOptions.autoDetectVersionProperties

export const pacticipantOption = optional('The name of your application: a consumer or a provider', someText)
export const environmentOption = optional('The name of the environment in the broker, such as production', someText)

/** The value of a flag without which the command cannot run. */
export function needed(flag: string, value: string | undefined): string {
  if (value === undefined) throw new Misuse(`Give ${flag}.`)
  return value
}

export function brokerFrom(values: Values<typeof brokerOptions>): BrokerAddress {
  const { brokerUrl: url, brokerToken: token, brokerUsername: username, brokerPassword: password } = values
  if (url === undefined) throw new Misuse('No Pact Broker is named. Give --broker-url, or set PACT_BROKER_BASE_URL.')
  return { url, token, username, password }
}

export async function buildFrom(values: Partial<Values<typeof buildOptions>>, { env, folder }: Io): Promise<Build> {
  const { readBuild } = await import('../pact/build.ts')
  const { appVersion, branch, buildUrl } = values
  return readBuild({ ...(appVersion && { version: appVersion }), ...(branch && { branch }), ...(buildUrl && { buildUrl }), env, folder })
}

/** The names of the errors for a broker or a service that does not answer: not a defect of Standin. */
const failures = ['BrokerFailed', 'ProviderFailed']

export function asFailure(thrown: unknown): never {
  throw thrown instanceof Error && failures.includes(thrown.name) ? new Failure(thrown.message) : thrown
}
