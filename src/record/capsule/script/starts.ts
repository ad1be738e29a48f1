/** How the worlds of a capsule begin, as documents for another Standin: with the bytes of files, and with clocks that stand still. */
import type { SnapshotDocument } from '../../../simulator.ts'
import type { Capsule } from '../read-capsule.ts'
import { type OpenOptions, openReplay } from '../replay/replay.ts'

/** `worlds`: also those that began later. */
export async function startsOf(
  capsule: Capsule,
  worlds: Iterable<string>,
  options: OpenOptions,
): Promise<ReadonlyMap<string, SnapshotDocument>> {
  const { simulator } = await openReplay(capsule, options)
  try {
    const starts = new Map<string, SnapshotDocument>()
    for (const world of worlds) {
      const document = await simulator.knobs(world).snapshot({ inline: Number.POSITIVE_INFINITY })
      starts.set(world, { ...document, clock: { ...document.clock, mode: 'frozen' } })
    }
    return starts
  } finally {
    simulator.close()
  }
}

/** Whether all times of the recording follow from its control rows. */
export function stoodStill({ lines, head }: Capsule): boolean {
  const isResume = lines.some((line) => line.event === 'control' && line.url.includes('/_standin/clock/resume'))
  const modes = lines.flatMap((line) => (line.event === 'world' ? [/\\?"clock\\?":\{\\?"mode\\?":\\?"(\w+)/.exec(line.snapshot)?.[1]] : []))
  return !isResume && head.settings.clock === 'frozen' && modes.every((mode) => mode === 'frozen')
}
