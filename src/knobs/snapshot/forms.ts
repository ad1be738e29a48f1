/** Writes and reads documents: what only snapshots need, to be loaded with the first. */
export { snapshotVersion } from '../../control-replies/snapshot/document.ts'
export { ContentGone, ownedContents, writeContents } from './contents.ts'
export { contentsOf, readSnapshot } from './restoring.ts'
export { findWaiting, keepWaiting } from './waiting.ts'
export { readWorld, writeWorld } from './world.ts'
