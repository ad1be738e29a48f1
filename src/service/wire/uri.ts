/** Parses URIs the way .NET's Uri class does, and checks which of them can be endpoints. Source: notifications §4.6. */
import { decodeStray } from './json/position.ts'

/** Characters that stay percent-encoded: control characters and those with a special meaning in URIs. */
const staysEncoded = /[\p{Cc};/?:@&=+$,#[\]!'()*%\\]/u
/** ASCII, and other characters that RFC 3987 allows. */
const international =
  /^[\0-\x7F\u{A0}-\u{D7FF}\u{E000}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{1FFFD}\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}\u{40000}-\u{DFFFD}\u{E1000}-\u{EFFFD}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]*$/u
const privateUse = /[\u{E000}-\u{F8FF}\u{F0000}-\u{10FFFF}]/u

/** Formats a part of a URI for display: percent-encoded characters are decoded where that is safe. */
function shown(part: string): string {
  const isQuery = part.startsWith('?')
  const inRange = (sign: string) => international.test(sign) && (isQuery || !privateUse.test(sign))
  const decodeRun = (run: string) => {
    const bytes = Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))
    return Array.from(decodeStray(bytes), (sign) => (inRange(sign) ? sign : encoded(sign))).join('')
  }
  const decodeOne = (written: string) => {
    const sign = String.fromCharCode(Number.parseInt(written.slice(1), 16))
    return staysEncoded.test(sign) ? written : sign
  }
  return part.replace(/(?:%[89A-F][\dA-F])+|%[0-7][\dA-F]|%|[^\0-\x7F]/giu, (match) => {
    if (match === '%') return '%25'
    if (!match.startsWith('%')) return inRange(match) ? match : encoded(match)
    return /^%[0-7]/.test(match) ? decodeOne(match) : decodeRun(match)
  })
}

/** Percent-encodes a character. A lone surrogate stands for an invalid UTF-8 byte. */
const encoded = (sign: string) => (sign.isWellFormed() ? encodeURIComponent(sign) : `%${(sign.charCodeAt(0) - 0xdc00).toString(16)}`)

/**
 * True if no character in the part needs percent-encoding. Non-ASCII characters may be unescaped if nothing in the part is percent-encoded.
 */
function isCanonical(part: string): boolean {
  if (!/[^\0-\x7F]/.test(part)) return !/[\0-\x20"#<>[\\\]^`{|}\x7F]|%(?![\da-f]{2})/i.test(part)
  return !/[\0-\x20"%<>[\\\]^`\x7F]/.test(part) && international.test(part)
}

function isHost(text: string): boolean {
  if (text.startsWith('[')) return URL.canParse(`http://${text.replace(/%[^\]]*/, '')}`)
  return isDomain(text) || isNetworkName(text)
}

/** Labels can contain letters from any script. */
function isDomain(text: string): boolean {
  const labels = text.split(/[.\u3002\uFF0E\uFF61]/)
  if (labels.length > 1 && labels.at(-1) === '') labels.pop()
  return labels.every((label) => /^[A-Za-z\d\u00A0-\uFFFF][A-Za-z\d_\u00A0-\uFFFF-]*$/.test(label) && octets(label) <= 63)
}

function octets(label: string): number {
  const beyond = label.match(/[\u0100-\uFFFF]/g)?.length ?? 0
  return label.length + beyond + (/[\u00A0-\uFFFF]/.test(label) ? 4 : 0)
}

/** Windows network names can start with a hyphen or underscore. */
function isNetworkName(text: string): boolean {
  const [first = '', ...others] = (text.endsWith('.') ? text.slice(0, -1) : text).split('.')
  return (
    text.length <= 256 &&
    /^[\p{L}\d_-]+$/u.test(first) &&
    /\D/.test(first) &&
    others.every((label) => /^[\p{L}\d][\p{L}\d_-]*$/u.test(label))
  )
}

interface Uri {
  /** Lowercase. */
  readonly scheme: string
  /** Empty if there is no host. */
  readonly host?: string
  /** True if the string that .NET displays, in which most percent-encoded characters are decoded, is a well-formed URI. */
  readonly isWellFormed: boolean
}

/** Undefined if the string is not a URI. Most strings are relative URIs. */
function readUri(text: string): Uri | 'relative' | undefined {
  const address = text.replace(/^[ \t\r\n]+/, '')
  const [first = '', second = ''] = address
  if (address.length < 3 || first === ':') return 'relative'
  if (second === ':' || second === '|') return readDrive(address)
  if (first === '/' || first === '\\') return text.startsWith('\\\\') ? readShare(address.slice(2)) : 'relative'
  const scheme = schemeForm.exec(address)?.[1]
  if (scheme === undefined) return 'relative'
  if (scheme.length > 1024) return undefined
  const end = trimmedEnd(address)
  return readRest(scheme.toLowerCase(), address.slice(scheme.length + 1, Math.max(end, scheme.length + 1)))
}

const schemeForm = /^([A-Za-z][A-Za-z0-9+.-]*):/
/** Schemes that are followed by two slashes or backslashes and a host. */
const withHost = /^(?:https?|wss?|ftp|gopher|nntp|telnet|net\.tcp|net\.pipe)$/

function trimmedEnd(text: string): number {
  let end = text.length
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end -= 1
  return end
}

/** Parses strings such as `c:\file`. */
function readDrive(address: string): Uri | 'relative' | undefined {
  if (!/^[a-z]/i.test(address)) return 'relative'
  return /^..[\\/]/.test(address) ? file(address.slice(2)) : undefined
}

/** Parses `\\server\share`. */
function readShare(address: string): Uri | undefined {
  const [, host = '', path = ''] = /^[\\/]*([^\\/]*)(.*)$/s.exec(address) ?? []
  return isHost(host) ? file(path) : undefined
}

/** Creates the URI of a file. No character has a special meaning in a file path. */
const file = (path: string): Uri => ({ scheme: 'file', isWellFormed: isCanonical(path.slice(0, trimmedEnd(path)).replace(/[\\%?#]/g, '')) })

function readRest(scheme: string, rest: string): Uri | 'relative' | undefined {
  if (scheme === 'mailto') return readAuthority(scheme, rest, true)
  if (scheme === 'file') return /^[\\/]{2}|^[\\/]?[a-z][:|][\\/]/i.test(rest) ? file(rest) : 'relative'
  if (withHost.test(scheme)) return /^[\\/]{2}/.test(rest) ? readAuthority(scheme, rest.slice(2), false) : 'relative'
  if (rest.startsWith('//')) return readAuthority(scheme, rest.slice(2), true)
  return { scheme, isWellFormed: arePartsWellFormed('', rest) }
}

const authorityForm = /^(?:([^@?#\\/]*)@(?=.))?(\[[^\]]*\]|[^:?#\\/]*)/s

function readAuthority(scheme: string, rest: string, mayBeEmpty: boolean): Uri | undefined {
  const [whole = '', user = '', host = ''] = authorityForm.exec(rest) ?? []
  const afterHost = rest.slice(whole.length)
  const port = /^:\d*/.exec(afterHost)?.[0] ?? ''
  const path = afterHost.slice(port.length)
  if (host === '' ? !mayBeEmpty || whole !== '' : !isHost(host)) return undefined
  if (Number(port.slice(1)) > 65_535 || !/^(?:[/?#]|$)/.test(path)) return undefined
  return {
    scheme,
    host,
    isWellFormed: arePartsWellFormed(
      user,
      path.replace(/^[^?#]*/, (part) => part.replaceAll('\\', '/')),
    ),
  }
}

function arePartsWellFormed(user: string, afterHost: string): boolean {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(afterHost) ?? []
  const parts = [path, query, fragment.slice(1)].map(shown)
  const last = parts.findLastIndex((part) => part !== '')
  const trimmed = parts.map((part, at) => (at === last ? part.slice(0, trimmedEnd(part)) : part))
  // The user part is decoded only if it contains non-ASCII bytes.
  return isCanonical(/%[89A-F]|[^\0-\x7F]/i.test(user) ? shown(user) : user) && trimmed.every(isCanonical)
}

/** True if the string is an absolute or relative URI. `http://` is not, because it has no host. Source: notifications §4.3. */
export const isReadableUri = (text: string): boolean => readUri(text) !== undefined

/** True for a URI with a scheme. Source: authentication §4. */
export function isAbsoluteUri(text: string): boolean {
  const uri = readUri(text)
  return uri !== undefined && uri !== 'relative'
}

export const isRelativeUri = (text: string): boolean => readUri(text) === 'relative'

/** Returns all errors in a readable URI used as a condition endpoint. Source: notifications §4.5. */
export function conditionEndpointErrors(text: string): string[] {
  const uri = readUri(text)
  const isAbsolute = uri !== undefined && uri !== 'relative'
  const errors: string[] = []
  if (!isAbsolute || !uri.isWellFormed) errors.push('ConditionEndpoint must be a valid absolute URI or null.')
  if (isAbsolute && uri.scheme !== 'http' && uri.scheme !== 'https') errors.push('ConditionEndpoint must use http or https scheme.')
  return errors
}

const domainWithTop = /^[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/

/** True if the older routes accept a string as a condition endpoint. Source: notifications §14.3. */
export function isUrlWithDomain(text: string): boolean {
  const uri = readUri(text)
  if (uri === undefined || uri === 'relative') return false
  return /^https?$/.test(uri.scheme) && domainWithTop.test(uri.host ?? '')
}
