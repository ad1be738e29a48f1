/** Counts the content bytes of stored worlds that are not loaded, which count towards the limit for all worlds. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface RestingContent {
  /** Call this when a world is loaded or deleted. */
  end(number: number): void
  /** Call this when a world is unloaded. */
  begin(number: number): void
  /** Returns the total number of bytes. Reads the folder on the first call. */
  bytes(): number
}

/** `numbers`: returns the number of each world that has content. */
export function restingContent(folder: string, numbers: () => readonly number[]): RestingContent {
  const ended = new Set<number>()
  let known: Map<number, number> | undefined
  let all = 0

  function begin(number: number): void {
    ended.delete(number)
    if (known === undefined) return
    const before = known.get(number) ?? 0
    const bytes = bytesIn(join(folder, String(number)))
    known.set(number, bytes)
    all += bytes - before
  }
  return {
    begin,
    end(number) {
      ended.add(number)
      all -= known?.get(number) ?? 0
      known?.delete(number)
    },
    bytes() {
      if (known === undefined) {
        known = new Map()
        for (const number of numbers()) if (!ended.has(number)) begin(number)
      }
      return all
    },
  }
}

function bytesIn(folder: string): number {
  let bytes = 0
  try {
    for (const name of readdirSync(folder)) bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // The folder does not exist, or was removed.
  }
  return bytes
}
