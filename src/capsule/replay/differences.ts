/** Finds the first difference between a recorded reply and another one. */
import { readToken } from '../../tokens/read-token.ts'
import { isDeep } from '../../wire/json/bounded.ts'
import type { Values } from './values.ts'

export interface Difference {
  /** Which member: `status`, `headers.location`, `body.items[0].id`. */
  readonly where: string
  readonly expected: unknown
  readonly got: unknown
}

/** Headers that belong to the connection, or to the clock of the machine. */
export const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'server']

export interface ComparedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Undefined: there is none, or it is compared in another way. */
  readonly text: string | undefined
}

/** The matching of texts. In what was recorded, marks stand for tokens and secrets. */
export type SameText = (expected: string, got: string) => boolean

export function firstDifference(expected: ComparedReply, got: ComparedReply, same: SameText): Difference | undefined {
  if (expected.status !== got.status) return { where: 'status', expected: expected.status, got: got.status }
  const names = [...new Set([...Object.keys(expected.headers), ...Object.keys(got.headers)])].filter((name) => !ofConnection.includes(name))
  for (const name of names.toSorted()) {
    const found = inValues(`headers.${name}`, expected.headers[name], got.headers[name], same)
    if (found) return found
  }
  if (expected.text === undefined || got.text === undefined) {
    return (expected.text ?? '') === (got.text ?? '') ? undefined : { where: 'body', expected: expected.text, got: got.text }
  }
  return inTexts(expected.text, got.text, same)
}

function inTexts(expected: string, got: string, same: SameText): Difference | undefined {
  if (same(expected, got)) return undefined
  const [one, other] = [parsed(expected), parsed(got)]
  const inside = one === undefined || other === undefined ? undefined : inValues('body', one, other, same)
  if (inside) return inside
  let at = 0
  while (at < expected.length && expected[at] === got[at]) at++
  const from = Math.max(0, at - 20)
  return { where: `body, from its character ${at + 1}`, expected: expected.slice(from, at + 60), got: got.slice(from, at + 60) }
}

function parsed(text: string): unknown {
  if (isDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function inValues(where: string, expected: unknown, got: unknown, same: SameText): Difference | undefined {
  if (typeof expected === 'string' && typeof got === 'string') return same(expected, got) ? undefined : { where, expected, got }
  if (!isObject(expected) || !isObject(got) || Array.isArray(expected) !== Array.isArray(got)) {
    return Object.is(expected, got) ? undefined : { where, expected, got }
  }
  const names = Array.isArray(expected)
    ? Array.from({ length: Math.max(expected.length, (got as unknown as unknown[]).length) }, (_, nth) => String(nth))
    : [...new Set([...Object.keys(expected), ...Object.keys(got)])]
  for (const name of names) {
    const place = Array.isArray(expected) ? `${where}[${name}]` : `${where}.${name}`
    const found = inValues(place, expected[name], got[name], same)
    if (found) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Tokens are compared by their claims, because two signatures of the same claims may differ. */
export function markedTexts({ marks, claimsOf, restore }: Values): SameText {
  const sameToken = (number: number, text: string) => {
    const read = readToken(text)
    return read !== undefined && sortedJson(read.claims) === sortedJson(claimsOf(number))
  }
  return (expected, got) => {
    if (expected === got) return true
    const literal = expected.split(marks()).filter((_, nth) => nth % 3 === 0)
    if (literal.length === 1) return false
    const found = [...expected.matchAll(marks())]
    if (restore(expected) === got) return true
    let at = 0
    for (const [nth, part] of literal.entries()) {
      if (nth === 0) {
        if (!got.startsWith(part)) return false
        at = part.length
        continue
      }
      const end = nth === literal.length - 1 && part === '' ? got.length : got.indexOf(part, at)
      if (end < 0) return false
      const [, kind, number] = found[nth - 1] ?? []
      if (kind === 'token' && !sameToken(Number(number), got.slice(at, end))) return false
      at = end + part.length
    }
    return at === got.length
  }
}

/** Without regard to the order of members. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    isObject(inner) && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
