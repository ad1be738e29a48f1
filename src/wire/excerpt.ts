/** The beginning of a text that a client wrote, and lists that grow as long as their records live. */

/** How many characters of a name or a value are kept and repeated. Source: decisions §8. */
export const valueLimit = 256

/** A copy. A slice of a text, and a text that was joined from slices, keep all of these texts in memory. */
export const copied = (text: string): string => ` ${text}`.slice(1)

/** A copy where the text is too long. */
export const cut = (text: string, limit: number): string => (text.length <= limit ? text : copied(text.slice(0, limit)))

/** A name or a value as it stands in a reply. What is left out shows as `…`. */
export const excerpt = (text: string): string => (text.length <= valueLimit ? text : `${cut(text, valueLimit)}…`)

/**
 * A list of exactly so many items. `push` and spreading leave room for sixteen more: 136 bytes in each record, which takes 1.2 to 2.5 KiB
 * (`npm run bench:memory`).
 */
export const appended = <T>(list: readonly [T, ...T[]], items: readonly T[]): [T, ...T[]] => list.concat(items) as [T, ...T[]]
