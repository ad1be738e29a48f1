/** Creates problematic values and almost valid documents. */
import type { Dice } from './dice.ts'

const texts = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  'æøå 漢字 😀',
  '\u202eabc',
  '\ud800',
  '\u0000',
  '\r\nx-header: 1',
  'NaN',
  '1e400',
  '9999999999999999999999',
  '2026-06-01T10:00:00Z',
  '0000-00-00T00:00:00Z',
  '+4799999999',
  'someone@example.org',
  'urn:altinn:person:identifier-no:12838590150',
  '12838590150',
  '312345676',
  'Published',
  'P1D',
  'a'.repeat(300),
  'é'.repeat(5_000),
] as const

const others = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  {},
  [],
  [[]],
  { a: 1 },
  { __proto__: 1 },
] as const

/** Prefers ids from replies, which are more useful than random ids. */
export function someText(dice: Dice, known: readonly string[]): string {
  if (known.length > 0 && dice.chance(0.5)) return dice.one(known)
  if (dice.chance(0.2)) return dice.guid()
  return dice.one(texts)
}

export function someValue(dice: Dice, known: readonly string[], depth = 0): unknown {
  if (dice.chance(0.5)) return someText(dice, known)
  if (depth < 4 && dice.chance(0.3)) return Array.from({ length: dice.below(4) }, () => someValue(dice, known, depth + 1))
  if (depth < 4 && dice.chance(0.3)) {
    return Object.fromEntries(Array.from({ length: dice.below(4) }, () => [someText(dice, known), someValue(dice, known, depth + 1)]))
  }
  return dice.one(others)
}

/** Returns a copy with some members changed, removed or added. */
export function mutated(dice: Dice, value: unknown, known: readonly string[]): unknown {
  if (dice.chance(0.06)) return someValue(dice, known)
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(dice, item, known))
    if (dice.chance(0.05)) return Array.from({ length: 1 + dice.below(200) }, () => items[0] ?? someValue(dice, known))
    return dice.chance(0.05) ? items.slice(1) : items
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    dice.chance(0.05) ? [] : [[dice.chance(0.02) ? name.toUpperCase() : name, mutated(dice, member, known)]],
  )
  if (dice.chance(0.05)) members.push([someText(dice, known), someValue(dice, known)])
  return Object.fromEntries(members)
}
