/** Finds secrets in a call's headers or query and hides them wherever the call or its reply repeats them. */
import type { CallHeaders } from '../../wire/call.ts'
import { cut, valueLimit } from '../../wire/text.ts'
import type { Line } from './line.ts'
import { type RedactedHeaders, redactHeaders } from './redacted-headers.ts'
import { namedInQuery, type Secrets, secretOf } from './secrets.ts'

/** The minimum and maximum length of a secret in characters. A shorter string might be an ordinary word, and no key is longer. */
const [shortest, longest] = [8, 1_024]
/** Maximum number of secrets per call. */
const most = 10

/** Tokens, which start with `eyJ`, are excluded, because they are recognized by their format. */
const isKnowable = (value: string) => value.length >= shortest && value.length <= longest && !value.startsWith('eyJ')

export function secretsIn(headers: CallHeaders): string[] {
  const secrets: string[] = []
  for (const name of Object.keys(headers)) {
    const given = headers[name]
    if (given === undefined) continue
    for (const one of typeof given === 'string' ? [given] : given) secrets.push(...secretOf(name, one).filter(isKnowable))
  }
  return secrets.slice(0, most)
}

/** `query`: without the question mark. */
export const secretsInQuery = (query: string): string[] =>
  query.includes('=') ? namedInQuery(query).filter(isKnowable).slice(0, most) : []

export type Hide = (text: string, shown?: (mark: string) => string) => string

export function hiding(secrets: readonly string[], mark: (secret: string) => string): Hide {
  // Longest first, because a secret can contain a shorter one.
  const ordered = [...new Set(secrets)].sort((one, other) => other.length - one.length)
  let forms: RegExp[] | undefined
  return (text, shown = (mark) => mark) => {
    if (text.length < shortest) return text
    forms ??= ordered.map(formsOf)
    return ordered.reduce((textSoFar, secret, nth) => {
      const made = () => shown(mark(secret))
      return withoutBeginning(textSoFar.replace(forms?.[nth] ?? secret, made), secret, made)
    }, text)
  }
}

/** Hides the beginning of a secret at the end of a string that was truncated. */
function withoutBeginning(text: string, secret: string, made: () => string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortest; length--)
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${made()}`
  return text
}

const utf8 = new TextEncoder()

/** Returns a pattern that matches the string even if its characters are escaped as in JSON or a URL. */
const formsOf = (text: string) => new RegExp(Array.from(text, (character) => `(?:${formsOfCharacter(character).join('|')})`).join(''), 'g')

function formsOfCharacter(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, at) => `\\\\u${hex(character.charCodeAt(at), 4)}`).join('')
  const percent = [...utf8.encode(character)].map((byte) => `%${hex(byte, 2)}`).join('')
  const short = character === '"' || character === '/' || character === '\\' ? [`\\\\${escaped(character)}`] : []
  return [...short, escaped(character), units, percent, ...(character === ' ' ? ['\\+'] : [])]
}

const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')

const hex = (number: number, digits: number) =>
  number
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** Returns the text unchanged, for lines whose call contains no secrets. */
export const nothing: Hide = (text) => text

/** `header`: redacts a header value for a line. */
export function createHiddenLines({ mark }: Pick<Secrets, 'mark'>, header: (name: string, text: string) => string) {
  /** Keyed by the headers stored in a line. */
  const hidden = new WeakMap<object, Hide>()
  const hideOf = ({ requestHeaders }: Pick<Line, 'requestHeaders'>): Hide => hidden.get(requestHeaders) ?? nothing
  return {
    hideOf,
    redactRequest(named: CallHeaders): RedactedHeaders {
      const headers = redactHeaders(named, header)
      // Only values that were redacted can be secrets.
      const changed = Object.entries(named).filter(([name, given]) => headers[name] !== given)
      const known = changed.length === 0 ? [] : secretsIn(Object.fromEntries(changed))
      if (known.length === 0) return headers
      const hide = hiding(known, mark)
      const without = redactHeaders(headers, (_, text) => cut(hide(text), valueLimit))
      hidden.set(without, hide)
      return without
    },
    /** Hides secrets from the line's query in its other strings. */
    hideQuery(line: Line): void {
      const known = secretsInQuery(line.query)
      if (known.length === 0) return
      const [before, more] = [hideOf(line), hiding(known, mark)]
      const hide: Hide = (text, shown) => more(before(text, shown), shown)
      line.requestHeaders = redactHeaders(line.requestHeaders, (_, text) => hide(text))
      hidden.set(line.requestHeaders, hide)
    },
  }
}
