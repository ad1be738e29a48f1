/** The public surface for contracts: verify, publish, and query a Pact Broker. */

export {
  type BrokerAddress,
  BrokerFailed,
  brokerOf,
  type CanIDeployOptions,
  canIDeploy,
  type Deployability,
  type DeploymentOptions,
  type MatrixRow,
  type Publication,
  type PublishOptions,
  publishContracts,
  type RecordDeploymentOptions,
  recordDeployment,
} from './apps/contracts/broker.ts'
export { type Build, type BuildOptions, readBuild } from './apps/contracts/build.ts'
export { junit, report } from './apps/contracts/report.ts'
export {
  type ContractsOptions,
  type ContractsVerification,
  ProviderFailed,
  type Selector,
  type Verified,
  verifyContracts,
} from './apps/contracts/verify-contracts.ts'
export { Misuse } from './service/wire/misuse.ts'
