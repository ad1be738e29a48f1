/** The secrets that a call names, by a header or in its query, found wherever else the call or its reply has them. */
import type { CallHeaders } from '../../wire/http/call.ts'
import { namedInQuery, secretOf } from './secrets.ts'

/** A shorter value may be an ordinary word. A key is not longer. */
const [shortest, longest] = [8, 1_024]
/** How many of a call. */
const most = 10

/** A token hides itself by its form. */
const isKnowable = (value: string) => value.length >= shortest && value.length <= longest && !value.startsWith('eyJ')

/** Those of headers. */
export function secretsIn(headers: CallHeaders): string[] {
  const found: string[] = []
  for (const name of Object.keys(headers)) {
    const given = headers[name]
    if (given === undefined) continue
    for (const one of typeof given === 'string' ? [given] : given) found.push(...secretOf(name, one).filter(isKnowable))
  }
  return found.slice(0, most)
}

/** Those of a query, without its question mark. */
export const secretsInQuery = (query: string): string[] =>
  query.includes('=') ? namedInQuery(query).filter(isKnowable).slice(0, most) : []

/** Puts marks in place of the secrets in a text. */
export type Hide = (text: string, shown?: (mark: string) => string) => string

export function hiding(secrets: readonly string[], mark: (secret: string) => string): Hide {
  // A longer one may hold a shorter one.
  const ordered = [...new Set(secrets)].sort((one, other) => other.length - one.length)
  let forms: RegExp[] | undefined
  return (text, shown = (mark) => mark) => {
    if (text.length < shortest) return text
    forms ??= ordered.map(formsOf)
    return ordered.reduce((kept, secret, nth) => {
      const made = () => shown(mark(secret))
      return withoutBeginning(kept.replace(forms?.[nth] ?? secret, made), secret, made)
    }, text)
  }
}

/** A text that was cut may end within a secret. */
function withoutBeginning(text: string, secret: string, made: () => string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortest; length--)
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${made()}`
  return text
}

const utf8 = new TextEncoder()

/** A text as it is, and with any of its characters escaped as in JSON or in an address. */
const formsOf = (text: string) => new RegExp(Array.from(text, (character) => `(?:${formsOfCharacter(character).join('|')})`).join(''), 'g')

function formsOfCharacter(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, at) => `\\\\u${hex(character.charCodeAt(at), 4)}`).join('')
  const percent = [...utf8.encode(character)].map((byte) => `%${hex(byte, 2)}`).join('')
  const short = character === '"' || character === '/' || character === '\\' ? [`\\\\${escaped(character)}`] : []
  return [...short, escaped(character), units, percent, ...(character === ' ' ? ['\\+'] : [])]
}

const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')

/** In both letter cases. */
const hex = (number: number, digits: number) =>
  number
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
