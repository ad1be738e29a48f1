/** The log that is written now, and the bases that replace it when it is long. */

import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FollowedWorld } from './followed-world.ts'
import { baseName, endOfBase, logName, removeBefore } from './generations.ts'
import { type LogFile, openLogFile } from './log-file.ts'
import type { Manifest, Noting } from './manifest.ts'
import { isOfSystem } from './of-system.ts'

/**
 * Writes everything that is in worlds, a part in each turn of the event loop. The file has its name when it is whole. `finish` is called before: it keeps what changed meanwhile, and returns false to give up. Returns
 * the bytes of the file, or undefined.
 */
async function writeBase(path: string, head: string, worlds: readonly FollowedWorld[], finish: () => boolean): Promise<number | undefined> {
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

export interface Logs extends Pick<LogFile, 'add' | 'endBatch' | 'sync'> {
  /** Whether it is time for another log. `longLog`: bytes of one that is not replaced yet, at least. */
  isLong(longLog: number): boolean
  /** Begins another log, and writes everything of now into a base beside it. `write` writes what has changed; false: it could not. */
  begin(worlds: readonly FollowedWorld[], write: () => boolean, settled: () => Promise<void>): Promise<void>
  end(): void
}

export interface LogsOptions {
  readonly folder: string
  /** The first line of each file. */
  readonly head: string
  /** The number of the log to go on with. */
  readonly number: number
  /** The checksum of its last line, if it has lines. */
  readonly checksum: number
  readonly noting: Noting
  /** Says what is wrong with the folder. */
  tell(text: string): void
}

export function openLogs({ folder, head, number: first, checksum, noting, tell }: LogsOptions): Logs {
  let number = first
  let log = openLogFile(join(folder, logName(number)), head, checksum)
  let baseSize = 0
  let writingBase = false
  noteIfRoom()

  /** The manifest knows the log when the disk has it. */
  function note(change: Partial<Manifest> = {}): void {
    log.syncNow()
    noting.note({ log: number, bytes: log.size, ...change })
  }
  /** Without it, the next start notices less. */
  function noteIfRoom(change?: Partial<Manifest>): void {
    try {
      note(change)
    } catch (error) {
      if (!isOfSystem(error)) throw error
      tell(`${error.message}. Standin goes on without it.\n`)
    }
  }
  return {
    add: (entry) => log.add(entry),
    endBatch: () => log.endBatch(),
    sync: () => log.sync(),
    isLong: (longLog) => log.size > Math.max(longLog, 2 * baseSize) && !writingBase,
    async begin(worlds, write, settled) {
      writingBase = true
      const old = log
      try {
        old.syncNow()
        log = openLogFile(join(folder, logName(number + 1)), head)
        number++
        note()
        const base = await writeBase(join(folder, baseName(number)), head, worlds, () => {
          if (!write()) return false
          log.syncNow()
          return true
        })
        if (base === undefined) return
        baseSize = base
        note({ base: number })
        removeBefore(folder, number)
      } finally {
        await settled()
        if (log !== old) old.close()
        writingBase = false
      }
    },
    end() {
      noteIfRoom({ ended: true })
      log.close()
    },
  }
}
