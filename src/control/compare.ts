/** Compares actual replies and JSON values with expected ones. */

import { excessIn, parseJson } from '../service/wire/json.ts'

export interface Difference {
  /** The member, such as `status`, `headers.location` or `body.items[0].id`. */
  readonly where: string
  readonly expected: unknown
  readonly got: unknown
}

export interface ComparedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | null | undefined>>
  /** Undefined if there is no body, or if the body is compared in a different way. */
  readonly text: string | undefined
}

/** True if two strings are equivalent: ids, tokens and URLs can differ between runs. */
export type SameText = (expected: string, got: string) => boolean

interface ComparingReplies {
  readonly same: SameText
  /** True if the reply comes from another program, which might add headers and format the same JSON differently. */
  readonly isOther: boolean
}

/** Headers that depend on the connection or the machine's clock. */
const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'server']

/** If the status differs, nothing else is compared. */
export function replyDifferences(expected: ComparedReply, got: ComparedReply, { same, isOther }: ComparingReplies): Difference[] {
  const statuses = statusDifferences(expected, got)
  if (statuses.length > 0) return statuses
  const [ours, theirs] = [Object.keys(expected.headers), Object.keys(got.headers)]
  const names = isOther ? ours : [...new Set([...ours, ...theirs])].toSorted()
  return [
    ...names.flatMap((name) =>
      ofConnection.includes(name) ? [] : valueDifferences(`headers.${name}`, expected.headers[name], got.headers[name], { same }),
    ),
    ...textDifferences(expected.text, got.text, { same, isOther }),
  ]
}

export const statusDifferences = (expected: { readonly status: number }, got: { readonly status: number }): Difference[] =>
  expected.status === got.status ? [] : [{ where: 'status', expected: expected.status, got: got.status }]

function textDifferences(expected: string | undefined, got: string | undefined, { same, isOther }: ComparingReplies): Difference[] {
  if (expected === undefined || got === undefined) {
    return isOther || (expected ?? '') === (got ?? '') ? [] : [{ where: 'body', expected, got }]
  }
  if (isOther) return valueDifferences('body', jsonOrText(expected), jsonOrText(got), { same })
  if (same(expected, got)) return []
  const [ours, theirs] = [jsonIn(expected), jsonIn(got)]
  const members = ours === undefined || theirs === undefined ? [] : valueDifferences('body', ours, theirs, { same })
  if (members.length > 0) return members
  let at = 0
  while (at < expected.length && expected[at] === got[at]) at++
  const from = Math.max(0, at - 20)
  return [{ where: `body, starting at character ${at + 1}`, expected: expected.slice(from, at + 60), got: got.slice(from, at + 60) }]
}

/** Returns the parsed JSON, or the string itself if it is not JSON. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text)
  return value === undefined ? text : value
}

/** Maximum size in bytes of a body that is compared member by member. */
const mostBody = 2 ** 24

const jsonIn = (text: string): unknown => (excessIn(text, mostBody) === undefined ? parseJson(text) : undefined)

/** A body that is not text. */
interface ComparedBytes {
  readonly size: number
  /** Undefined if the hash is unknown. */
  readonly sha256: string | undefined
}

export function bytesDifferences(expected: ComparedBytes, got: ComparedBytes): Difference[] {
  if (expected.size !== got.size) return [{ where: 'body, its bytes', expected: expected.size, got: got.size }]
  if (expected.sha256 === undefined || expected.sha256 === got.sha256) return []
  return [{ where: 'body, its SHA-256', expected: expected.sha256, got: got.sha256 }]
}

interface ComparingValues {
  /** By default, strings must be equal. */
  readonly same?: SameText
  /** True if objects may have additional members. Lists must still have the same length and order. */
  readonly mayHaveMore?: boolean
}

/** With `mayHaveMore`, lists of different lengths are reported as a whole. */
export function valueDifferences(where: string, expected: unknown, got: unknown, how: ComparingValues = {}): Difference[] {
  if (typeof expected === 'string' && typeof got === 'string' && how.same?.(expected, got)) return []
  if (!isObject(expected) || !isObject(got) || Array.isArray(expected) !== Array.isArray(got)) {
    return expected === got ? [] : [{ where, expected, got }]
  }
  const [ours, theirs] = [Object.keys(expected), Object.keys(got)]
  const isList = Array.isArray(expected)
  if (isList && how.mayHaveMore && ours.length !== theirs.length) return [{ where, expected, got }]
  const names = how.mayHaveMore ? ours : new Set([...ours, ...theirs])
  return [...names].flatMap((name) =>
    valueDifferences(isList ? `${where}[${name}]` : `${where}.${name}`, memberOf(expected, name), memberOf(got, name), how),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const memberOf = (value: Record<string, unknown>, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)

/** True if a value contains all expected members at any depth. */
export const holds = (value: unknown, wanted: unknown): boolean => valueDifferences('', wanted, value, { mayHaveMore: true }).length === 0

export interface Sameness {
  /** True if times must be equal. */
  readonly times: boolean
  /** The base URLs that links use, longest first. */
  readonly bases: { readonly recorded: readonly string[]; readonly here: readonly string[] }
  /** True if the ids correspond. Two ids that were not seen before become a pair. */
  pair(expected: string, got: string): boolean
}

export const guids = () => /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** Matches a token: its placeholder in a capsule, the token itself, or its short form in the journal. */
const token = /~[0-9a-f]+\.token-\d+~|…[0-9a-f]{8}\b|eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g
const headerTime = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g
/** Trace ids, and ETags of stored content. */
const hex = /\b(?:[0-9a-f]{16,}|0x[0-9A-F]{12,})\b/g

/** Replaces everything that differs between calls: ids, tokens, trace ids and, unless `times` is true, times. */
export function shapeOf(text: string, times = false): string {
  const shaped = text.replace(token, '{token}').replace(guids(), '{id}').replace(hex, '{trace}')
  return times ? shaped : shaped.replace(time, '{time}').replace(headerTime, '{time}')
}

/** True if two strings are equal, or have the same shape and ids that correspond. */
export function sameText(expected: string, got: string, { times, bases, pair }: Sameness): boolean {
  if (expected === got) return true
  const shape = (text: string, addresses: readonly string[]) =>
    shapeOf(
      addresses.reduce((left, address) => left.replaceAll(address, ''), text),
      times,
    )
  if (shape(expected, bases.recorded) !== shape(got, bases.here)) return false
  const others = got.match(guids()) ?? []
  return (expected.match(guids()) ?? []).every((id, nth) => pair(id, others[nth] ?? ''))
}
