/** Numbers of new worlds, which a server reserves many at a time. */

import { reserved } from './schema.ts'
import type { Rows } from './statements.ts'

/** More are reserved when fewer are left. */
const few = reserved / 2

/** Gives numbers that no world has had; undefined: there is none. `reserve`: brings the first of so many more. */
export async function reserveNumbers(reserve: () => Promise<Rows>): Promise<() => number | undefined> {
  /** From the first number up to, and without, the second. */
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
    // What fails here fails elsewhere, too, and is tried again with the next number.
    if (!isReserving && blocks.length < 2 && block[1] - block[0] < few) void add().catch(() => {})
    return number
  }
}
