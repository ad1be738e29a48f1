/** Plans the requests for a replay against another server: recorded steps with placeholders for ids and tokens from earlier replies. */

import { guids, jsonOrText } from '../../../control/compare.ts'
import type { Capsule } from '../replay/read-capsule.ts'
import { marksIn } from '../replay/values.ts'
import type { Step } from './steps.ts'

/** A value from an earlier reply. */
export interface Carried {
  readonly value: string
  /** Index of the step whose reply contains the value. */
  readonly step: number
  readonly from: ValuePlace
}

/**
 * A value's location in a reply: a body member, or a header. `nth`: index of the id within the string; `undefined` for the whole string.
 */
interface ValuePlace {
  readonly header?: string
  readonly path?: readonly string[]
  readonly nth?: number
}

/** Part of a string: literal, a value from an earlier reply, or one of the capsule's tokens by number. */
export type Part = string | Carried | { readonly token: number }
export type Text = readonly Part[]

export interface PlannedStep extends Step {
  readonly sends: {
    readonly path: Text
    readonly headers: Readonly<Record<string, Text>>
    /** `undefined` if there is no body, or if the body is not text. */
    readonly text: Text | undefined
  }
  /** Values in the reply that later steps need. */
  readonly gives: readonly Carried[]
}

/** `restore`: replaces placeholders with secret values. */
export function planOf(capsule: Capsule, steps: readonly Step[], restore: (text: string) => string) {
  const marks = () => marksIn(capsule.head.mark)
  const known = new Map<string, Carried & { isUsed: boolean }>()
  const chosen = new Set<string>()
  const used = new Set<number>()

  function textOf(text: string): Text {
    const values = new RegExp(`${marks().source}|${guids().source}|(?<=/)\\d+(?=[/?]|$)`, 'gi')
    const parts: Part[] = []
    let at = 0
    for (const match of text.matchAll(values)) {
      const [value, kind, number] = match
      const candidate = known.get(value)
      if (candidate) candidate.isUsed = true
      else if (kind !== 'token') chosen.add(value)
      const part = candidate ?? (kind === 'token' ? { token: Number(number) } : undefined)
      if (!part) continue
      if ('token' in part) used.add(part.token)
      parts.push(restore(text.slice(at, match.index)), part)
      at = match.index + value.length
    }
    parts.push(restore(text.slice(at)))
    return parts.filter((part) => part !== '')
  }
  function learn(step: number, from: ValuePlace, text: string): void {
    const whole = new RegExp(`^(?:${marks().source}|${guids().source})$`, 'i').test(text)
    const isNumber = /^\d+$/.test(text)
    const values = whole || isNumber ? [text] : [...text.matchAll(guids())].map(([value]) => value)
    for (const [nth, value] of values.entries()) {
      if (known.has(value) || chosen.has(value)) continue
      known.set(value, { value, step, from: whole || isNumber ? from : { ...from, nth }, isUsed: false })
    }
  }
  const planned = steps.map((step, index) => {
    const { path, headers, body, expected } = step
    const sends = {
      path: textOf(path),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(String(value))])),
      text: body?.text === undefined ? undefined : textOf(body.text),
    }
    for (const [from, text] of leavesOf(expected.text)) learn(index, from, text)
    const location = expected.headers.location
    if (typeof location === 'string') learn(index, { header: 'location' }, location)
    return { ...step, sends }
  })
  const carried = [...known.values()].filter(({ isUsed }) => isUsed)
  const tokens = capsule.lines.filter((line) => line.event === 'token').filter(({ token }) => used.has(token))
  return {
    steps: planned.map((step, index) => ({ ...step, gives: carried.filter((each) => each.step === index) })),
    /** Tokens that are not in any reply, by number. */
    tokens: new Map(tokens.map((line) => [line.token, line])),
  }
}

/** Returns the reply's strings, and its numbers that are ids. */
const leavesOf = (text: string | undefined): [place: ValuePlace, text: string][] =>
  text === undefined ? [] : [...leaves(jsonOrText(text), [])]

function* leaves(value: unknown, path: readonly string[]): Generator<[ValuePlace, string]> {
  if (typeof value === 'string') yield [{ path }, value]
  else if (typeof value === 'number' && path.at(-1) === 'id') yield [{ path }, String(value)]
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* leaves(inner, [...path, name])
}

/** Returns the value at this location in another reply. */
export function valueAt(
  { header, path, nth }: ValuePlace,
  { headers, body }: { readonly headers: Headers; readonly body: unknown },
): string | undefined {
  let value: unknown = header === undefined ? body : headers.get(header)
  for (const name of path ?? []) value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return nth === undefined ? text : [...text.matchAll(guids())][nth]?.[0]
}
