/** Watches worlds for verdicts, and loads the verdict table when the first world is watched. */

import { whenNeeded } from '../../service/wire/when-needed.ts'
import type { Following, Line } from '../../service/world/journal.ts'
import type { World } from '../../service/world/world.ts'
import type { ActiveScenarios, Watch } from './judging/watch.ts'

export type Watching = ReturnType<typeof createWatching>

export const loadVerdicts = whenNeeded(async () => ({
  ...(await import('../verdicts.ts')),
  ...(await import('./judging/watch.ts')),
}))

interface Watched {
  readonly watch: Promise<Watch>
  end(): void
}

export function createWatching() {
  /** A journal's followers survive a world reset. */
  const watched = new WeakMap<Following, Watched>()
  return {
    /** `current`: the world with the same name, even after a reset; undefined once it is dropped. */
    start(world: World, current: () => World | undefined): void {
      const { following } = world.journal
      if (!watched.has(following)) watched.set(following, begin(world, current))
    },
    end({ journal }: World): void {
      watched.get(journal.following)?.end()
      watched.delete(journal.following)
    },
    /** Returns undefined for a world that is not being watched. */
    of: ({ journal }: World): Promise<Watch> | undefined => watched.get(journal.following)?.watch,
  }
}

function begin(world: World, current: () => World | undefined): Watched {
  const { journal, changes } = world
  let loaded: Watch | undefined
  /** Lines that were closed, and scenarios that were active, while the table was loading. */
  const waiting: Line[] = []
  const active: ActiveScenarios[] = [world.scenarios.active]
  const watch = loadVerdicts().then(({ createWatch, verdicts }) => {
    loaded = createWatch(verdicts, world, current)
    for (const each of active) loaded.noteActive(each)
    for (const line of waiting) loaded.line(line)
    loaded.noteChange()
    return loaded
  })
  watch.catch(() => {})
  const leave = journal.following.add({
    wantsDetails: true,
    takesUnmarked: true,
    stays: true,
    line: (line) => (loaded ? loaded.line(line) : void waiting.push(line)),
    end() {},
  })
  const unfollow = changes.follow(() => {
    if (loaded) loaded.noteChange()
    else if (active.at(-1) !== current()?.scenarios.active) active.push(current()?.scenarios.active ?? [])
  })
  return {
    watch,
    end() {
      leave()
      unfollow()
    },
  }
}
