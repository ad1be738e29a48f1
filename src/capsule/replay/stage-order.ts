/** The order in which a call enters its stages. */
import { stageNames } from '../../engine/walk.ts'

/** -1 for no stage. A stage that this version does not have counts as the last one. */
export function rankOf(stage: string | undefined): number {
  if (stage === undefined) return -1
  const found = (stageNames as readonly string[]).indexOf(stage)
  return found < 0 ? stageNames.length : found
}
