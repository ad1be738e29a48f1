/** Reads the parts of a token, strictly: what two readers could understand in two ways is not a token. */
import { scan } from '../wire/json-scan.ts'
import { type Claims, isClaims } from './caller.ts'

export interface ReadToken {
  readonly header: Claims
  readonly claims: Claims
}

export interface ReadOptions {
  /** Accepts `=` at the end of a part, as Maskinporten does. */
  readonly padding?: boolean
}

/** The most characters of a token. */
export const longestToken = 16 * 1024

const compact = /^[\w-]+\.[\w-]+\.[\w-]*$/
const padded = /^[\w-]+=*\.[\w-]+=*\.[\w-]*=*$/

/** Undefined for a text that is too long, has a member twice, or names a critical extension. Does not check the signature. */
export function readToken(token: string, { padding = false }: ReadOptions = {}): ReadToken | undefined {
  if (token.length > longestToken || !(padding ? padded : compact).test(token)) return undefined
  const [first = '', second = ''] = token.replaceAll('=', '').split('.')
  const header = readPart(first)
  const claims = readPart(second)
  // Standin understands no extension, so a token that demands one is refused (RFC 7515, section 4.1.11).
  return header && claims && header.crit === undefined ? { header, claims } : undefined
}

const encrypted = /^[\w-]+\.[\w-]*(?:\.[\w-]+){3}$/

/** True for a text in the form of a token whose header, or whose claims where they are not encrypted, are no JSON object. */
export function isBrokenToken(token: string): boolean {
  if (token.length > longestToken) return false
  const [head = '', claims = ''] = token.split('.', 2)
  if (encrypted.test(token)) return !parse(head)
  return compact.test(token) && !(parse(head) && parse(claims))
}

/** The bytes of a part; undefined for a text that is not base64url. */
export function bytesOf(part: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    // A loop, because `Uint8Array.from` calls a function for every byte.
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON object of a part, and its text; undefined for any other part. */
function parse(part: string): { readonly text: string; readonly value: Claims } | undefined {
  try {
    const bytes = bytesOf(part)
    if (!bytes) return undefined
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return isClaims(value) ? { text, value } : undefined
  } catch {
    return undefined
  }
}

/** The header or the claims. Undefined for a part that is not the JSON of an object without twins, in base64url. */
export function readPart(part: string): Claims | undefined {
  const { text, value } = parse(part) ?? {}
  try {
    // A text that comes back as it was has no member twice.
    return text === undefined || JSON.stringify(value) === text || !hasTwins(text) ? value : undefined
  } catch {
    // It is nested too deep to be written.
    return undefined
  }
}

/** Whether an object in a JSON text has a member twice, or lies too deep to tell. */
function hasTwins(text: string): boolean {
  const seen = new Set<string>()
  let twins = false
  const error = scan(text, (path, _, close) => {
    if (close !== undefined) return
    const member = path.join('\0')
    if (seen.has(member)) twins = true
    seen.add(member)
  })
  return error !== undefined || twins
}

/** The claims of a token, without checking its signature; undefined for a text that is not a token. Members may stand twice. */
export function readClaims(token: string): Claims | undefined {
  const [head = '', payload = '', signature, ...more] = token.split('.')
  return signature === undefined || more.length > 0 || !parse(head) ? undefined : parse(payload)?.value
}

/**
 * The organization that an application of the platform calls for: the issuer of its token. Undefined for a token without an issuer.
 * Source: notifications §2.
 */
export const issuerOf = ({ iss }: Claims): string | undefined => (typeof iss === 'string' && iss !== '' ? iss : undefined)
