/** Appends to lists that live as long as their records. */

/**
 * A list of exactly so many items. `push` and spreading leave room for sixteen more: 136 bytes in each record, which takes 1.2 to 2.5 KiB
 * (`npm run bench:memory`).
 */
export const appended = <T>(list: readonly [T, ...T[]], items: readonly T[]): [T, ...T[]] => list.concat(items) as [T, ...T[]]
