/** Normalizes URLs the way .NET's Uri class does. Source: events §4.3. */

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }
const utf8 = new TextEncoder()

/**
 * Normalizes a valid http or https URL: lowercase scheme and host, no default port, no dot segments, percent-encoded where needed.
 * Non-ASCII letters in the host are left as is.
 */
export function canonicalUri(text: string): string {
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] =
    /^\s*([a-z]+):[\\/]{2}([^\\/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(text.trimEnd()) ?? []
  const [, user = '', host = '', port = ''] = /^(.*@)?(.*?)(?::(\d*))?$/s.exec(authority) ?? []
  const name = scheme.toLowerCase()
  const shownPort = port === '' || Number(port) === Number(defaultPorts[name]) ? '' : `:${Number(port)}`
  const segments = withoutDots(escaped(path.replaceAll('\\', '/')))
  return `${name}://${escaped(user)}${host.toLowerCase()}${shownPort}${segments}${escaped(query)}${escaped(fragment)}`
}

/** Leaves reserved characters and percent-encoding unchanged, but decodes encoded unreserved characters. */
const escaped = (part: string): string =>
  part.replace(/%[\da-f]{2}|[^A-Za-z\d\-._~:/?#[\]@!$&'()*+,;=]/giu, (sign) => {
    if (sign.length < 3 || !sign.startsWith('%')) return percent(sign)
    const character = String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return /[A-Za-z\d\-._~]/.test(character) ? character : sign
  })

const percent = (sign: string) => Array.from(utf8.encode(sign), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

function withoutDots(path: string): string {
  const remaining: string[] = []
  const segments = path.split('/').slice(1)
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1
    if (segment === '..') remaining.pop()
    else if (segment !== '.') remaining.push(segment)
    if (isLast && /^\.\.?$/.test(segment)) remaining.push('')
  }
  return `/${remaining.join('/')}`
}
