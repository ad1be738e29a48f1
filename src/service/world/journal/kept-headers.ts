/** The headers of calls and replies, as a line of the journal keeps them. */
import type { CallHeaders } from '../../wire/call.ts'
import { cut, valueLimit } from '../../wire/text.ts'

/** How many headers, and how many characters of all of them. */
const [headerLimit, headersLimit] = [100, 2_048]

export type KeptHeaders = Record<string, string | string[]>

/** Tells clients apart, and calls with a body from those without. The end of a token is cheap to hash. */
export const senderOf = ({ authorization, 'content-length': length }: CallHeaders) =>
  `${length === undefined ? '' : 'b'}${typeof authorization === 'string' ? authorization.slice(-32) : ''}`

/** By `Object.keys`: with `for … in`, an overview over HTTP costs 2 µs of CPU more (bench/throughput.ts). */
export function areEqual(some: CallHeaders, others: CallHeaders): boolean {
  const names = Object.keys(some)
  if (names.length !== Object.keys(others).length) return false
  for (const name of names) if (some[name] !== others[name]) return false
  return true
}

export function keepHeaders(named: CallHeaders, keep: (name: string, text: string) => string): KeptHeaders {
  const headers: KeptHeaders = {}
  let left = headerLimit
  let room = headersLimit
  for (const name in named) {
    const given = named[name]
    if (given === undefined) continue
    if (left-- === 0 || room <= 0) break
    const shown = typeof given === 'string' ? keep(name, given) : given.slice(0, headerLimit).map((one) => keep(name, one))
    headers[cut(name, valueLimit)] = shown
    room -= typeof shown === 'string' ? shown.length : shown.join().length
  }
  return headers
}

/** Whether headers are kept as they are: a few short texts without secrets. */
export function areKeptWhole(named: CallHeaders, keep: (name: string, text: string) => string): named is KeptHeaders {
  let left = headerLimit
  let room = headersLimit
  for (const name in named) {
    const given = named[name]
    if (typeof given !== 'string' || keep(name, given) !== given) return false
    left--
    room -= name.length + given.length
  }
  return left >= 0 && room > 0
}
