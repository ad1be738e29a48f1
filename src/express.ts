/** The public surface for Express apps: the service as a router, mounted under any path. */

export type { Changes, Gate, Simulator, SnapshotDocument, SnapshotOptions, WorldKnobs } from './control/create-simulator.ts'
export { type StandinRouter, standinRouter } from './hosts/express.ts'
export { type AnyDocument, type AnyName, anyDocument, anyName, Misuse } from './service/wire/misuse.ts'
