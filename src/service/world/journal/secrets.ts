/** Defines what is a secret and replaces secrets in strings. */
import { valueLimit } from '../../wire/text.ts'

/** Names of secrets. Case, `-` and `_` are ignored. */
const table = {
  /** Request and reply headers. */
  headers: ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'dpop'],
  /** Words in header names and suffixes of header names, in lowercase. */
  headerWords: ['token', 'secret', 'password'],
  headerEndings: ['-key'],
  /** Headers, JSON members, and names in queries, forms and URLs. */
  names: [
    'token access-token refresh-token id-token api-token auth-token x-auth-token sas-token x-access-token',
    'api-key x-api-key access-key account-key subscription-key ocp-apim-subscription-key',
    'secret client-secret password passwd pwd assertion client-assertion sig signature',
  ].flatMap((line) => line.split(' ')),
  /** Secret only in queries, forms and URLs, because these names are ordinary elsewhere. */
  queryNames: ['key', 'code'],
  /** Areas whose bodies contain tokens or assertions. */
  areas: ['authentication'],
}

/** Limits: number of cached names, and their length. */
const [mostKnown, longest] = [500, 40]

const isListedHeader = among([...table.headers, ...table.names])
export const isSecretHeader = remembered(mostKnown, longest, (name) => {
  const lower = name.toLowerCase().replaceAll('_', '-')
  return (
    isListedHeader(name) || table.headerWords.some((word) => lower.includes(word)) || table.headerEndings.some((end) => lower.endsWith(end))
  )
})
const isSecretMember = remembered(mostKnown, longest, among(table.names))
const isSecretPair = remembered(mostKnown, longest, among([...table.names, ...table.queryNames]))

function among(names: readonly string[]): (name: string) => boolean {
  const folded = (name: string) => name.toLowerCase().replace(/[-_]/g, '')
  const listed = new Set(names.map(folded))
  return (name) => name.length <= longest && listed.has(folded(name))
}

/** Caches results for short strings, because most calls contain the same few strings. */
function remembered<Answer extends string | boolean>(most: number, longest: number, judge: (text: string) => Answer) {
  const known = new Map<string, Answer>()
  return (text: string): Answer => {
    const before = known.get(text)
    if (before !== undefined) return before
    const answer = judge(text)
    if (known.size >= most) known.clear()
    if (text.length <= longest) known.set(text, answer)
    return answer
  }
}

/** Limits: number of cached secret header values, and their length. */
const [mostValues, longestValue] = [200, 4_096]
/** The same limits for other values. All lines share one cached copy of each value. */
const [mostOthers, longestOther] = [1_000, valueLimit]

/** True for names such as `idempotency-key`, whose values might be ordinary words elsewhere. */
const isOrdinaryElsewhere = (name: string) => /idempoten/i.test(name)

export function secretOf(name: string, value: string): string[] {
  if (!isSecretHeader(name) || isOrdinaryElsewhere(name)) return []
  if (/cookie$/i.test(name)) return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  return [withoutScheme(value)]
}

/** Returns the secret values in a query, except the value of `code`, which might be an ordinary word elsewhere. */
export const namedInQuery = (query: string): string[] =>
  query.split('&').flatMap((part) => {
    const at = part.indexOf('=')
    const name = at < 0 ? '' : decoded(part.slice(0, at))
    return name !== '' && name.toLowerCase() !== 'code' && isSecretPair(name) ? [decoded(part.slice(at + 1))] : []
  })

const schemeOf = (value: string) => /^[\w-]{1,20}(?= )/.exec(value)?.[0] ?? ''
const withoutScheme = (value: string) => value.slice(schemeOf(value).length).trim()

export const hasSecretBodies = (operation: string): boolean => table.areas.some((area) => operation.startsWith(`${area}.`))

export interface Secrets {
  /** Returns the placeholder for a string. Equal strings have equal placeholders. */
  mark(text: string): string
  header(name: string, value: string): string
  /** Redacts a header value in a reply. Results are not cached, because values such as the call id are rarely repeated. */
  replyHeader(name: string, value: string): string
  pair(name: string, value: string): string
  member(name: string, value: string): string
  /** Redacts the part after the question mark. */
  query(text: string): string
  /** Redacts any string: JSON, a URL, a sentence. */
  text(text: string): string
}

/** `seal`: returns a secret's 8-character fingerprint. */
export function createSecrets(seal: (text: string) => string): Secrets {
  const mark = (text: string) => (text === '' ? '' : `…${seal(text)}`)
  return secretsMarked({ mark, token: mark })
}

interface Marks {
  /** Returns the placeholder for a secret. */
  mark(text: string): string
  /** Returns the placeholder for a JSON Web Token or its first part. */
  token(text: string): string
}

/** Like {@link createSecrets}, but with custom placeholders. */
export function secretsMarked({ mark, token }: Marks): Secrets {
  function text(whole: string): string {
    if (!mayHold(whole)) return whole
    let marked = whole
    if (marked.includes('"'))
      marked = marked.replace(members, (match, name: string, between: string, value: string) =>
        isSecretMember(name) ? `"${name}"${between}"${mark(value)}` : match,
      )
    if (marked.includes('eyJ')) marked = marked.replace(jsonWebTokens, token)
    if (marked.includes('@')) marked = marked.replace(userInfos, (_, slashes: string, user: string) => `:${slashes}${mark(user)}@`)
    return marked.replace(pairs, (match, before: string, name: string, value: string) =>
      isSecretPair(name) ? `${before}${name}=${mark(value)}` : match,
    )
  }
  /**
   * Cached values, because a client sends the same token in every call. Keyed by the end of the value, because a short string is cheap to
   * hash.
   */
  const known = new Map<string, { readonly value: string; readonly marked: string }>()

  function secretHeader(value: string): string {
    const key = value.slice(-32)
    const entry = known.get(key)
    if (entry?.value === value) return entry.marked
    const marked = `${schemeOf(value)} ${mark(withoutScheme(value))}`.trim()
    if (known.size >= mostValues) known.clear()
    if (value.length <= longestValue) known.set(key, { value, marked })
    return marked
  }

  const otherHeader = remembered(mostOthers, longestOther, text)
  const pair = (name: string, value: string) => (isSecretPair(name) ? mark(value) : text(value))

  return {
    mark,
    pair,
    text,
    member: (name, value) => (isSecretMember(name) ? mark(value) : text(value)),
    header: (name, value) => (isSecretHeader(name) ? secretHeader(value) : otherHeader(value)),
    replyHeader: (name, value) => (isSecretHeader(name) ? secretHeader(value) : text(value)),
    query(whole) {
      if (whole === '') return whole
      return whole
        .split('&')
        .map((part) => {
          const at = part.indexOf('=')
          const [name, value] = at < 0 ? ['', decoded(part)] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
          const marked = pair(name, value)
          return marked === value ? part : `${part.slice(0, at + 1)}${encodeURI(marked).replaceAll('&', '%26').replaceAll('#', '%23')}`
        })
        .join('&')
    },
  }
}

/** Encodes the last three letters of a name as a number, ignoring case. */
const endingAt = (text: string, end: number): number =>
  (text.charCodeAt(end - 3) << 16) | (text.charCodeAt(end - 2) << 8) | text.charCodeAt(end - 1) | 0x202020
const endings = new Set(table.names.map((name) => endingAt(name, name.length)))

/** A string without any of these characters contains no secret. */
const signs = /[?&@:J]/

/** True if a string might contain a secret. Most strings cannot. */
function mayHold(text: string): boolean {
  if (!signs.test(text)) return false
  if (text.includes('?') || text.includes('&') || (text.includes('@') && text.includes('/'))) return true
  for (let at = text.indexOf('J'); at > 0; at = text.indexOf('J', at + 1)) if (text.startsWith('ey', at - 2)) return true
  for (let at = text.indexOf(':'); at > 0; at = text.indexOf(':', at + 1)) if (followsSecretName(text, at)) return true
  return false
}

/** True if the colon follows a quoted secret name. */
function followsSecretName(text: string, colon: number): boolean {
  let at = colon - 1
  while (at > 0 && text.charCodeAt(at) <= 0x20) at--
  if (text.charCodeAt(at) !== 0x22 || !endings.has(endingAt(text, at))) return false
  return isSecretMember(text.slice(text.lastIndexOf('"', at - 1) + 1, at))
}
const members = /"([\w-]+)"(\s*:\s*)"((?:[^"\\]|\\[\s\S])*)/g
/** In JSON, any character can be escaped, including the dots. */
const jsonWebTokens = /eyJ[\w-]+(?:(?:\.|\\u002[eE])[\w-]+)*/g
const userInfos = /:(\/\/|\\\/\\\/)([^\s/?#"\\<>]*)@/g
const pairs = /([?&]|\\u0026)([\w.-]+)=([^&\s"#<>\\]*)/gi

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
