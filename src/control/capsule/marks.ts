/** Placeholders that replace secrets in a capsule: equal secrets get the same placeholder, and token claims are recorded. */
import type { Claims } from '../../service/tokens/caller.ts'
import { readToken } from '../../service/tokens/read-token.ts'
import { secretsMarked } from '../../service/world/journal.ts'

/** Placeholders use only characters with no special meaning in headers, URLs, forms and JSON. */
const markOf = (beginning: string, kind: 'token' | 'secret', number: number) => `${beginning}.${kind}-${number}~`

export interface MarkedToken {
  readonly number: number
  readonly text: string
  readonly header: Claims
  readonly claims: Claims
}

export type Marks = ReturnType<typeof createMarks>

const wholeToken = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** `onToken` is called once for each token, on its first use. */
export function createMarks(beginning: string, onToken: (token: MarkedToken) => void) {
  const numbers = new Map<string, string>()
  /** Placeholders, keyed by token. Cleared by `forget`, because a long-running server sees many tokens. */
  const tokens = new Map<string, string>()
  let count = 0

  function token(text: string): string | undefined {
    const known = tokens.get(text)
    if (known !== undefined) return known
    const read = wholeToken.test(text) ? readToken(text) : undefined
    if (!read) return undefined
    const number = ++count
    const made = markOf(beginning, 'token', number)
    tokens.set(text, made)
    onToken({ number, text, ...read })
    return made
  }
  function secret(text: string): string {
    if (text === '' || text.startsWith(beginning)) return text
    const known = numbers.get(text)
    if (known !== undefined) return known
    const made = markOf(beginning, 'secret', ++count)
    numbers.set(text, made)
    return made
  }
  const marked = (text: string) => token(text) ?? secret(text)
  // A string that merely starts like a token might be a base64-encoded file, so it counts as a secret only if it contains a dot.
  const marking = () => secretsMarked({ mark: marked, token: (text) => token(text) ?? (text.includes('.') ? secret(text) : text) })
  // Caches strings whose secrets have already been replaced.
  let secrets = marking()
  return {
    text: (text: string): string => secrets.text(text),
    query: (text: string): string => secrets.query(text),
    header: (name: string, value: string): string => (holdsCookies(name) ? cookies(value, marked) : secrets.header(name, value)),
    replyHeader: (name: string, value: string): string => (holdsCookies(name) ? cookies(value, marked) : secrets.replyHeader(name, value)),
    mark: marked,
    /** Returns the placeholder for a secret setting. */
    setting: (text: string | undefined): string | undefined => (text === undefined ? undefined : marked(text)),
    /** Forgets known tokens, so that later lines do not depend on earlier lines. */
    forget(): void {
      tokens.clear()
      secrets = marking()
    },
  }
}

export function markedUrl(url: string, { text, query }: Pick<Marks, 'text' | 'query'>): string {
  const mark = url.indexOf('?')
  return mark < 0 ? text(url) : `${text(url.slice(0, mark))}?${query(url.slice(mark + 1))}`
}

const holdsCookies = (name: string) => name === 'cookie' || name === 'set-cookie'

/** Cookie names are preserved, because the service needs one of them. */
const cookies = (value: string, mark: (text: string) => string) =>
  value
    .split(';')
    .map((pair) => {
      const at = pair.indexOf('=')
      if (at < 0) return mark(pair.trim())
      return `${pair.slice(0, at + 1)}${mark(pair.slice(at + 1).trim())}`
    })
    .join(';')
