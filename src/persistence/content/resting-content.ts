/** The bytes of files of worlds that a folder keeps and that are not here: they count against the limit of all worlds. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface RestingContent {
  /** A world is here, or is dropped. */
  end(number: number): void
  /** A world is let go. */
  begin(number: number): void
  /** Looks through the folder once, when it is first asked. */
  bytes(): number
}

/** `numbers`: those of the worlds that have content. */
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
    // It is not there, or gone meanwhile.
  }
  return bytes
}
