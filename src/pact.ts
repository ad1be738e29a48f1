/** The public surface for contracts: verify, publish, and ask a Pact Broker. */

export { type BrokerAddress, BrokerFailed, brokerOf } from './pact/broker/broker.ts'
export {
  type CanIDeployOptions,
  canIDeploy,
  type Deployability,
  type DeploymentOptions,
  type MatrixRow,
  type RecordDeploymentOptions,
  recordDeployment,
} from './pact/broker/deployments.ts'
export type { Selector } from './pact/broker/fetch-pacts.ts'
export { type Publication, type PublishOptions, publish as publishContracts } from './pact/broker/publish.ts'
export { type Build, type BuildOptions, readBuild } from './pact/build.ts'
export type { Verified } from './pact/judge.ts'
export { ProviderFailed } from './pact/provider-states.ts'
export { junit, report } from './pact/report.ts'
export { type ContractsOptions, type ContractsVerification, verifyContracts } from './pact/verify-contracts.ts'
export { Misuse } from './service/wire/misuse.ts'
