/** Standin's public surface on Node. */

export { type Explored, type ExploredClient, type ExploreOptions, explore, type Finding } from './apps/explore/explore.ts'
export type {
  AdvanceTarget,
  Changes,
  Gate,
  MintOptions,
  Settings,
  Simulator,
  SimulatorOptions,
  SnapshotDocument,
  SnapshotOptions,
  WorldKnobs,
} from './control/create-simulator.ts'
export { createSimulator, type RunningSimulator, type StartOptions, startSimulator } from './hosts/on-node.ts'
export { readFixtures } from './platform/node-files.ts'
export type { Fixtures } from './service/areas/fixtures.ts'
export type { Answer, Call, Carrier, PendingAnswer, Sent } from './service/wire/call.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from './service/wire/misuse.ts'
export type { CallerFixture } from './service/world/registers.ts'
