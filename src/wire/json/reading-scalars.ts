/** Reads enumerations and numbers in every form in which clients write them. Source: notifications §3.1. */

type Entries = Readonly<Record<string, string | number>>

const integer = /^[+-]?\d{1,15}$/
const decimal = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** A name in any case, or its number; `numbers` says which is which where they do not count from 0. A number without a name stays a number. */
export function readEnum(entries: Entries, numbers?: Readonly<Record<string, string>>): (value: unknown) => unknown {
  const values = Object.values(entries)
  const byName = new Map(values.map((value) => [String(value).toLowerCase(), value]))
  const byNumber = new Map<number, unknown>(numbers ? Object.entries(numbers).map(([at, name]) => [Number(at), name]) : values.entries())
  return (value) => {
    if (typeof value === 'number') return byNumber.get(value) ?? value
    if (typeof value !== 'string') return value
    const named = byName.get(value.toLowerCase())
    if (named !== undefined || !integer.test(value)) return named ?? value
    return byNumber.get(Number(value)) ?? Number(value)
  }
}

export const readNumber = (value: unknown): unknown => (typeof value === 'string' && decimal.test(value) ? Number(value) : value)
