/** Reads addresses as the class Uri of .NET does. Source: notifications §4.6. */
import { isCanonical, isHost, shown } from './uri-parts.ts'

/** An absolute address. */
export interface Uri {
  /** In lower case. */
  readonly scheme: string
  /** Whether the text that .NET shows for it is a well-formed address. It shows most characters that were percent-encoded. */
  readonly isWellFormed: boolean
}

/** Undefined: the text is not an address. Most other texts are relative addresses. */
export function readUri(text: string): Uri | 'relative' | undefined {
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
/** These name a host after two slashes, in either direction. */
const withHost = /^(?:https?|wss?|ftp|gopher|nntp|telnet|net\.tcp|net\.pipe)$/

function trimmedEnd(text: string): number {
  let end = text.length
  while (end > 0 && ' \t\r\n'.includes(text[end - 1] ?? '')) end -= 1
  return end
}

/** `c:\file`, and what looks like it. */
function readDrive(address: string): Uri | 'relative' | undefined {
  if (!/^[a-z]/i.test(address)) return 'relative'
  return /^..[\\/]/.test(address) ? file(address.slice(2)) : undefined
}

/** `\\server\share`. */
function readShare(address: string): Uri | undefined {
  const [, host = '', path = ''] = /^[\\/]*([^\\/]*)(.*)$/s.exec(address) ?? []
  return isHost(host) ? file(path) : undefined
}

/** In the path of a file, each character stands for itself. */
const file = (path: string): Uri => ({ scheme: 'file', isWellFormed: isCanonical(path.slice(0, trimmedEnd(path)).replace(/[\\%?#]/g, '')) })

function readRest(scheme: string, rest: string): Uri | 'relative' | undefined {
  if (scheme === 'mailto') return readAuthority(scheme, rest, true)
  if (scheme === 'file') return /^[\\/]{2}|^[\\/]?[a-z][:|][\\/]/i.test(rest) ? file(rest) : 'relative'
  if (withHost.test(scheme)) return /^[\\/]{2}/.test(rest) ? readAuthority(scheme, rest.slice(2), false) : 'relative'
  if (rest.startsWith('//')) return readAuthority(scheme, rest.slice(2), true)
  return { scheme, isWellFormed: arePartsWellFormed('', rest) }
}

const authorityForm = /^(?:([^@?#\\/]*)@(?=.))?(\[[^\]]*\]|[^:?#\\/]*)/s

/** `mayBeEmpty`: whether an address may have no host. */
function readAuthority(scheme: string, rest: string, mayBeEmpty: boolean): Uri | undefined {
  const [whole = '', user = '', host = ''] = authorityForm.exec(rest) ?? []
  const afterHost = rest.slice(whole.length)
  const port = /^:\d*/.exec(afterHost)?.[0] ?? ''
  const path = afterHost.slice(port.length)
  if (host === '' ? !mayBeEmpty || whole !== '' : !isHost(host)) return undefined
  if (Number(port.slice(1)) > 65_535 || !/^(?:[/?#]|$)/.test(path)) return undefined
  return {
    scheme,
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
  // Only bytes beyond ASCII are decoded before the host.
  return isCanonical(/%[89A-F]|[^\0-\x7F]/i.test(user) ? shown(user) : user) && trimmed.every(isCanonical)
}
