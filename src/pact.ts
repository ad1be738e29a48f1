/** The public surface for contracts: verify, publish, and query a Pact Broker. */

export {
  type BrokerAddress,
  BrokerFailed,
  type Build,
  type BuildOptions,
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
  readBuild,
  recordDeployment,
} from './apps/contracts/broker.ts'
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
