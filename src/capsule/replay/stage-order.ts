/** The order in which a call enters its stages. */
import { stageNames } from '../../engine/walk.ts'

/** The stages, and where a call that has waited goes on. */
const points: readonly string[] = [...stageNames, 'waited', 'answer']

/** -1 for no stage. A stage that this version does not have counts as the last one. */
export function rankOf(stage: string | undefined): number {
  if (stage === undefined) return -1
  const found = points.indexOf(stage)
  return found < 0 ? points.length : found
}
