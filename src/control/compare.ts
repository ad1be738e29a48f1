/** Compares what came with what was expected: replies, and values of JSON. */

import { excessIn, parseJson } from '../service/wire/json.ts'

export interface Difference {
  /** Which member: `status`, `headers.location`, `body.items[0].id`. */
  readonly where: string
  readonly expected: unknown
  readonly got: unknown
}

export interface ComparedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | null | undefined>>
  /** Undefined: there is none, or it is compared in another way. */
  readonly text: string | undefined
}

/** Whether two texts mean the same: ids, tokens and addresses may be others in another run. */
export type SameText = (expected: string, got: string) => boolean

interface ComparingReplies {
  readonly same: SameText
  /** Whether another program replies: it may have more headers, and write the same JSON in another way. */
  readonly isOther: boolean
}

/** Headers that belong to the connection, or to the clock of the machine. */
const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'server']

/** Of another status, everything else is different too. */
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
  return [{ where: `body, from its character ${at + 1}`, expected: expected.slice(from, at + 60), got: got.slice(from, at + 60) }]
}

/** JSON as a value, and any other text as it is. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text)
  return value === undefined ? text : value
}

/** Bytes of the largest body that is compared member by member. */
const mostBody = 2 ** 24

const jsonIn = (text: string): unknown => (excessIn(text, mostBody) === undefined ? parseJson(text) : undefined)

/** Of a body that is not text. */
interface ComparedBytes {
  readonly size: number
  /** Undefined: it is not known. */
  readonly sha256: string | undefined
}

export function bytesDifferences(expected: ComparedBytes, got: ComparedBytes): Difference[] {
  if (expected.size !== got.size) return [{ where: 'body, its bytes', expected: expected.size, got: got.size }]
  if (expected.sha256 === undefined || expected.sha256 === got.sha256) return []
  return [{ where: 'body, its SHA-256', expected: expected.sha256, got: got.sha256 }]
}

interface ComparingValues {
  /** Absent: only the same text is the same. */
  readonly same?: SameText
  /** Whether objects may have more members than expected. A list has the expected entries in their order, and no others. */
  readonly mayHaveMore?: boolean
}

/** Of lists that may not differ in length, `expected` and `got` are the whole lists. */
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

/** Whether a value has what is wanted of it, at any depth. */
export const holds = (value: unknown, wanted: unknown): boolean => valueDifferences('', wanted, value, { mayHaveMore: true }).length === 0

export interface Sameness {
  /** True if times must be the same. */
  readonly times: boolean
  /** The addresses with which links begin, longest first. */
  readonly bases: { readonly recorded: readonly string[]; readonly here: readonly string[] }
  /** True if one id is the counterpart of the other. Ids that have no counterpart yet become a pair. */
  pair(expected: string, got: string): boolean
}

export const guids = () => /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** Of a token: the mark of a capsule, the token itself, or what the journal shows of one. */
const token = /~[0-9a-f]+\.token-\d+~|…[0-9a-f]{8}\b|eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g
const headerTime = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g
/** Ids of traces. */
const hex = /\b[0-9a-f]{16,}\b/g

/** A text without what differs from call to call: ids, tokens, traces and, unless `times`, times. */
export function shapeOf(text: string, times = false): string {
  const shaped = text.replace(token, '{token}').replace(guids(), '{id}').replace(hex, '{trace}')
  return times ? shaped : shaped.replace(time, '{time}').replace(headerTime, '{time}')
}

/** Compares two texts by their shape, and their ids by their pairs. */
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
