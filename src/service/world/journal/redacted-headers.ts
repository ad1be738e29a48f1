/** Redacts request and reply headers for the journal. */
import type { CallHeaders } from '../../wire/call.ts'
import { cut, valueLimit } from '../../wire/text.ts'

/** Limits: number of headers, and their total length in characters. */
const [headerLimit, headersLimit] = [100, 2_048]

export type RedactedHeaders = Record<string, string | string[]>

export function redactHeaders(named: CallHeaders, redact: (name: string, text: string) => string): RedactedHeaders {
  const headers: RedactedHeaders = {}
  let left = headerLimit
  let room = headersLimit
  for (const name in named) {
    const given = named[name]
    if (given === undefined) continue
    if (left-- === 0 || room <= 0) break
    const shown = typeof given === 'string' ? redact(name, given) : given.slice(0, headerLimit).map((one) => redact(name, one))
    headers[cut(name, valueLimit)] = shown
    room -= typeof shown === 'string' ? shown.length : shown.join().length
  }
  return headers
}

/** True if there are only a few short headers without secrets. */
export function needNoRedaction(named: CallHeaders, redact: (name: string, text: string) => string): named is RedactedHeaders {
  let left = headerLimit
  let room = headersLimit
  for (const name in named) {
    const given = named[name]
    if (typeof given !== 'string' || redact(name, given) !== given) return false
    left--
    room -= name.length + given.length
  }
  return left >= 0 && room > 0
}
