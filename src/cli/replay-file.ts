/** Replays a capsule that lies in a file. */
import { besideFile, readCapsuleFile } from '../capsule/files.ts'
import { type Replayed, type ReplayOptions, replayCapsule } from '../capsule/replay/replay.ts'
import { frontDoor } from '../control/front-door.ts'
import { ownSimulatorParts } from '../on-node.ts'

export async function replayFile(file: string, options: Pick<ReplayOptions, 'until'> = {}): Promise<Replayed & { readonly torn: boolean }> {
  const capsule = await readCapsuleFile(file)
  const replayed = await replayCapsule(capsule, { ...ownSimulatorParts(), frontDoor, beside: besideFile(file), ...options })
  return { ...replayed, torn: capsule.torn }
}
