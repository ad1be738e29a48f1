/** The public surface for contracts: verify, publish, and query a Pact Broker. */

export { type BrokerAddress, BrokerFailed, brokerOf } from './apps/contracts/broker.ts'
export { type Build, type BuildOptions, readBuild } from './apps/contracts/build.ts'
export {
  type CanIDeployOptions,
  canIDeploy,
  type Deployability,
  type DeploymentOptions,
  type MatrixRow,
  type RecordDeploymentOptions,
  recordDeployment,
} from './apps/contracts/deployments.ts'
export type { Selector } from './apps/contracts/fetch-pacts.ts'
export type { Verified } from './apps/contracts/judge.ts'
export { ProviderFailed } from './apps/contracts/provider-states.ts'
export { type Publication, type PublishOptions, publish as publishContracts } from './apps/contracts/publish.ts'
export { junit, report } from './apps/contracts/report.ts'
export { type ContractsOptions, type ContractsVerification, verifyContracts } from './apps/contracts/verify-contracts.ts'
export { Misuse } from './service/wire/misuse.ts'
