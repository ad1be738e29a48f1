/** Numbers of things, and lengths of time, in words. */

const units: readonly [name: string, milliseconds: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

/** The two largest units: `7 d 3 h`, `4 min`, `0.25 s`. */
export function spanOf(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds / 1_000} s`
  const parts: string[] = []
  let left = milliseconds
  for (const [name, length] of units) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count} ${name}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(' ')
}

export function dateAndTime(milliseconds: number): readonly [date: string, time: string] {
  const [date = '', time = ''] = new Date(milliseconds).toISOString().slice(0, 19).split('T')
  return [date, time]
}

/** `1 line`, `2 lines`, `10,000 lines`. */
export const counted = (count: number, one: string, many?: string): string => `${count.toLocaleString('en')} ${wordFor(count, one, many)}`

/** The word alone, for a number that is marked up. */
export const wordFor = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many)
