/** Assigns numbers to new worlds, from blocks that each server reserves. */

import { reserved } from './schema.ts'
import type { Rows } from './statements.ts'

/** More numbers are reserved when fewer than this many are left. */
const few = reserved / 2

/**
 * Returns a function that returns an unused number, or undefined if none are reserved. `reserve`: reserves a block and returns its first
 * number.
 */
export async function reserveNumbers(reserve: () => Promise<Rows>): Promise<() => number | undefined> {
  /** Reserved blocks. `to` is exclusive. */
  const blocks: [from: number, to: number][] = []
  let isReserving = false

  async function add(): Promise<void> {
    isReserving = true
    try {
      const first = Number((await reserve())[0]?.first)
      blocks.push([first, first + reserved])
    } finally {
      isReserving = false
    }
  }
  await add()
  return () => {
    const [block] = blocks
    if (block === undefined) return undefined
    const number = block[0]++
    if (block[0] === block[1]) blocks.shift()
    // Failures are also reported elsewhere. The next call tries again.
    if (!isReserving && blocks.length < 2 && block[1] - block[0] < few) void add().catch(() => {})
    return number
  }
}
