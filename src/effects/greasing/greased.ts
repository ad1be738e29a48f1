/** Adds to a reply what a later version of the service may add. */
import type { Answer } from '../../wire/http/call.ts'
import type { ReplyShapes } from '../../wire/row.ts'
import { utf8 } from '../../wire/values/utf8.ts'
import { type Addition, withAdditions } from './additions.ts'

/** What is added or changed. */
export type Kind = 'members' | 'texts' | 'order' | 'space' | 'headers'

export function greased(answer: Answer, wanted: readonly Kind[], replies: ReplyShapes, fraction: () => number): Answer {
  const headers = wanted.includes('headers') ? { ...answer.headers, ...unknownHeaders(fraction) } : answer.headers
  const { body, status } = answer
  const value = typeof body === 'string' && String(headers['content-type']).includes('json') ? parsed(body) : undefined
  if (value === undefined) return { ...answer, headers }
  const reply = replies[status]
  const found = withAdditions(value, reply && 'schema' in reply ? reply.schema : undefined, changeOf(wanted, fraction))
  const text = wanted.includes('space')
    ? JSON.stringify(found, null, fraction() < 0.5 ? 3 : '\t').replaceAll('\n', '\r\n')
    : JSON.stringify(found)
  const length = headers['content-length'] === undefined ? {} : { 'content-length': String(utf8(text).byteLength) }
  return { ...answer, headers: { ...headers, ...length }, body: text }
}

/** Undefined for what another effect has broken. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const long = (fraction: () => number, length: number) => Array.from({ length }, () => Math.floor(fraction() * 36).toString(36)).join('')

const unknownHeaders = (fraction: () => number) => ({
  'x-added-later': long(fraction, 8),
  'x-added-later-id': long(fraction, 300),
  'server-timing': `added;dur=${Math.floor(fraction() * 1_000)}`,
})

function changeOf(wanted: readonly Kind[], fraction: () => number): Addition {
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(fraction() * choices.length)] as T
  const rank = (entry: readonly [string, unknown]) => ({ entry, at: fraction() })
  const scalars = [() => long(fraction, 300), () => Math.floor(fraction() * 2 ** 40), () => fraction() < 0.5] as const
  const anything = [...scalars, () => null, () => ({ addedlater: true }), () => [long(fraction, 8), 1]] as const
  return {
    members: (isScalar) =>
      wanted.includes('members') ? { [`addedlater${long(fraction, 4)}`]: pick<() => unknown>(isScalar ? scalars : anything)() } : {},
    text: (text) => (wanted.includes('texts') ? `${text} (since ${long(fraction, 6)})` : text),
    order: (entries) =>
      wanted.includes('order')
        ? entries
            .map(rank)
            .sort((one, other) => one.at - other.at)
            .map(({ entry }) => entry)
        : entries,
  }
}
