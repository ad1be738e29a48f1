/** Writes everything that is in worlds into a file, a part in each turn of the event loop. */
import { renameSync, rmSync } from 'node:fs'
import type { FollowedWorld } from './followed-world.ts'
import { endOfBase } from './generations.ts'
import { openLogFile } from './log-file.ts'

/**
 * The file has its name when it is whole. `finish` is called before: it keeps what changed meanwhile, and returns false to give up. Returns
 * the bytes of the file, or undefined.
 */
export async function writeBase(
  path: string,
  head: string,
  worlds: readonly FollowedWorld[],
  finish: () => boolean,
): Promise<number | undefined> {
  const part = `${path}.part`
  const base = openLogFile(part, head)
  const all = worlds.map((world) => world.writeAll(base.add))
  try {
    for (const steps of all) {
      while (steps.next().done !== true) {
        base.endBatch()
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    base.add(endOfBase)
    base.endBatch()
    await base.sync()
    if (!finish()) return undefined
    renameSync(part, path)
    return base.size
  } finally {
    base.close()
    rmSync(part, { force: true })
  }
}
