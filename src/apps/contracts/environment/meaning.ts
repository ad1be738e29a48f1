/** Checks that mapping names does not change an interaction's meaning. */

import { type Exchange, exchangeBody } from '../../../real/exchange.ts'
import type { WrittenInteraction } from '../verifying/pact-files.ts'

/** Returns why the interaction's meaning would change, or `undefined` if it would not. */
export function lostMeaning({ written }: WrittenInteraction, { outward, same }: Exchange): string | undefined {
  const used = new Set<string>()
  for (const { text, where } of textsOf(written)) {
    if (outward.has(text)) {
      used.add(text)
      continue
    }
    const within = longEnough(outward).find((ours) => text.includes(ours))
    if (within !== undefined) return `${where} contains ${within} within a longer string, but only complete values can be mapped`
  }
  for (const [theirs, all] of same) {
    const both = all.filter((ours) => [...used].some((each) => each === ours || each.endsWith(`:${ours}`)))
    if (both.length > 1) return `${both.join(' and ')} both map to ${theirs}`
  }
  return undefined
}

/** Ignores short values, which occur in many strings by chance, and values mapped to themselves. */
const longEnough = (outward: Exchange['outward']) =>
  [...outward].filter(([ours, theirs]) => ours !== theirs && ours.length >= 9).map(([ours]) => ours)

interface Text {
  readonly text: string
  readonly where: string
}

/** Yields all strings in the request, response, state parameters, and form fields. */
export function* textsOf(written: Readonly<Record<string, unknown>>): Generator<Text> {
  const parts = written as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  for (const name of ['request', 'response', 'contents', 'providerStates']) {
    const part = parts[name]
    const { generators: _, matchingRules: __, path, query, ...rest } = part ?? {}
    if (typeof path === 'string') for (const segment of path.split('/')) yield { text: segment, where: `${name}.path` }
    // In format version 2, a query is a single string.
    const values = typeof query === 'string' ? [...new URLSearchParams(query).values()] : query
    yield* textsIn(values, `${name}.query`)
    yield* textsIn(rest, name)
  }
}

function* textsIn(value: unknown, where: string): Generator<Text> {
  if (typeof value === 'string') yield { text: value, where }
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each, where)
  else if (isForm(value)) yield* fieldsOf(value, where)
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) yield* textsIn(each, `${where}.${name}`)
}

interface Encoded {
  readonly content: string
  readonly contentType: string
}

const isForm = (value: unknown): value is Encoded =>
  typeof value === 'object' && value !== null && 'encoded' in value && value.encoded === 'base64' && 'content' in value

/** Collects a form's fields by mapping the form with a function that records each value. */
function* fieldsOf({ content, contentType }: Encoded, where: string): Generator<Text> {
  const fields: string[] = []
  exchangeBody(Buffer.from(content, 'base64'), contentType, (field) => {
    fields.push(field)
    return undefined
  })
  for (const text of fields) yield { text, where: `${where}.content` }
}
