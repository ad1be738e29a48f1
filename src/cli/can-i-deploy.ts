/** `standin can-i-deploy`: asks a Pact Broker whether a version fits what runs in an environment. */
import type { Deployability } from '../pact/broker/deployments.ts'
import {
  asFailure,
  autoDetect,
  brokerFrom,
  brokerOptions,
  buildFrom,
  environmentOption,
  needed,
  pacticipantOption,
  versionOption,
} from './broker-options.ts'
import { defineCommand } from './command.ts'
import { duration, option } from './option.ts'
import { heading, print, type Table } from './print.ts'
import { json } from './remote.ts'

export const canIDeploy = defineCommand({
  name: 'can-i-deploy',
  summary: 'Ask a Pact Broker whether a version may be deployed; exit code 1 if not',
  options: {
    pacticipant: pacticipantOption,
    appVersion: versionOption,
    autoDetectVersionProperties: autoDetect,
    toEnvironment: environmentOption,
    wait: { ...option('How long to wait while a result is not known yet, such as 2m', duration, 0), shown: 'not at all' },
    ...brokerOptions,
    json,
  },
  examples: [['standin can-i-deploy --pacticipant web --to-environment production --wait 2m', 'For the commit of this repository']],
  async run({ values, io }) {
    const { canIDeploy: ask } = await import('../pact/broker/deployments.ts')
    const { wait } = values
    const pacticipant = needed('--pacticipant', values.pacticipant)
    const environment = needed('--to-environment', values.toEnvironment)
    const { version } = await buildFrom({ appVersion: values.appVersion }, io)
    const answer = await ask({ pacticipant, version, environment, wait, broker: brokerFrom(values) }).catch(asFailure)
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
