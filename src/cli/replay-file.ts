/** Replays a capsule that lies in a file. */

import { frontDoor } from '../control/serving/front-door.ts'
import { ownSimulatorParts } from '../on-node.ts'
import { besideFile, readCapsuleFile } from '../record/capsule/files.ts'
import { type OpenOptions, type Replayed, type ReplayOptions, replayCapsule } from '../record/capsule/replay/replay.ts'
import { once } from '../wire/maybe.ts'

/** What a replay on this machine is made of. */
export function partsFor(file: string): Omit<OpenOptions, 'loose'> {
  const { scenarios, ...parts } = ownSimulatorParts()
  return { ...parts, scenarios: once(scenarios), frontDoor, beside: besideFile(file) }
}

export async function replayFile(
  file: string,
  { most, ...options }: Pick<ReplayOptions, 'until'> & { readonly most?: number } = {},
): Promise<Replayed & { readonly torn: boolean }> {
  const capsule = await readCapsuleFile(file, most)
  return { ...(await replayCapsule(capsule, { ...partsFor(file), ...options })), torn: capsule.torn }
}
