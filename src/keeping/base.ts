/** Writes everything that is in worlds into a file, a part in each turn of the event loop. */
import { renameSync, rmSync } from 'node:fs'
import type { FollowedWorld } from './followed-world.ts'
import { endOfBase } from './generations.ts'
import { type LogFile, openLogFile } from './log-file.ts'

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
  let base: LogFile | undefined
  try {
    const file = openLogFile(part, head)
    base = file
    const all = worlds.map((world) => world.writeAll(file.add))
    for (const steps of all) {
      while (steps.next().done !== true) {
        file.endBatch()
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    file.add(endOfBase)
    file.endBatch()
    await file.sync()
    if (!finish()) return undefined
    renameSync(part, path)
    return file.size
  } finally {
    base?.close()
    rmSync(part, { force: true })
  }
}
