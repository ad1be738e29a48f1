/** Finds the names that are nearest to a misspelt one. */

/** How many names a message lists. */
const mostListed = 10

/** The nearest names first, at most ten. */
export const nearest = (given: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, away: distance(given, name) }))
    .sort((one, other) => one.away - other.away)
    .slice(0, mostListed)
    .map(({ name }) => name)

/** The number of letters to insert, remove or change. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, letter] of one.slice(0, 40).split('').entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
