/** `standin record-deployment`: tells a Pact Broker that a version runs in an environment. */
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
import { bare, optional, someText } from './option.ts'
import { print } from './print.ts'
import { json } from './remote.ts'

export const recordDeployment = defineCommand({
  name: 'record-deployment',
  summary: 'Tell a Pact Broker that a version is deployed',
  options: {
    pacticipant: pacticipantOption,
    appVersion: versionOption,
    autoDetectVersionProperties: autoDetect,
    environment: environmentOption,
    instance: {
      ...optional('The name of this instance, where several run in one environment', someText),
      also: ['applicationInstance'],
    },
    dryRun: bare('Check the version and the environment, and record nothing'),
    ...brokerOptions,
    json,
  },
  examples: [['standin record-deployment --pacticipant web --environment production', 'For the commit of this repository']],
  async run({ values, io }) {
    const { recordDeployment: record } = await import('../pact/broker/deployments.ts')
    const { instance, dryRun } = values
    const pacticipant = needed('--pacticipant', values.pacticipant)
    const environment = needed('--environment', values.environment)
    const { version } = await buildFrom({ appVersion: values.appVersion }, io)
    await record({ pacticipant, version, environment, instance, dryRun, broker: brokerFrom(values) }).catch(asFailure)
    const said = `${dryRun ? 'Would record' : 'Recorded'} ${pacticipant} ${version} as deployed to ${environment}.`
    print(io, values, { dryRun, pacticipant, version, environment }, () => said)
    return 0
  },
})
