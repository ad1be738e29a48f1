/** The public surface of Standin on Node. */

export { type Explored, type ExploredClient, type ExploreOptions, explore, type Finding } from './explore.ts'
export { Misuse } from './misuse.ts'
export { createSimulator, type RunningSimulator, type StartOptions, startSimulator } from './on-node.ts'
export { readFixtures } from './platform/node-files.ts'
export type {
  AdvanceTarget,
  Changes,
  Gate,
  Settings,
  Simulator,
  SimulatorOptions,
  SnapshotDocument,
  SnapshotOptions,
  WorldKnobs,
} from './simulator.ts'
export type { MintOptions } from './tokens/issue.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName } from './wire/any-name.ts'
export type { Answer, Call, Carrier, PendingAnswer, Sent } from './wire/http/call.ts'
export type { CallerFixture, Fixtures } from './world/fixtures.ts'
