/** Converts replies to the format of recordings, without the parts that differ in each run. */

/** A reply, without the parts that differ in each run. */
export interface Answer {
  readonly status: number
  /** Absent if headers are not compared. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

export function parsed(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

const compared =
  'content-type location allow www-authenticate retry-after content-disposition cache-control x-content-type-options etag accept-ranges content-range tus-resumable tus-version tus-extension tus-max-size upload-offset upload-length upload-expires upload-concat upload-metadata content-length'.split(
    ' ',
  )

export function viewOf({ status, headers, body }: Received, normal: (text: string) => string, quiet = false): Answer {
  const shown = compared.filter((name) => headers[name] !== undefined && !(name === 'content-length' && body !== ''))
  const text = normal(opened(body))
  return {
    status,
    ...(!quiet && { headers: Object.fromEntries(shown.map((name) => [name, normal(String(headers[name]))])) }),
    body: sorted(parsed(text, text)),
  }
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g
/** Checksums that are sent in the recordings, and are therefore not replaced. */
const knownSums = ['5d41402abc4b2a76b9719d911017c592', '0'.repeat(32)]

export function normaliser(origin: string): (text: string) => string {
  const ids = new Map<string, string>()
  function nameOf(found: string): string {
    const known = ids.get(found.toLowerCase())
    if (known !== undefined) return known
    const name = `<id${ids.size + 1}>`
    ids.set(found.toLowerCase(), name)
    return name
  }
  return (text) =>
    text
      .replaceAll(origin, '<base>')
      .replace(/"validated":(true|false)/g, '"validated":"<either>"')
      .replace(/"\/party\/\d+"/g, '"/party/<number>"')
      .replace(/"id":\d+/g, '"id":"<number>"')
      .replace(/(\/subscriptions?\/)\d+$/, '$1<number>')
      .replace(/00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]/g, '<trace>')
      .replace(id, nameOf)
      .replace(/\b[0-9a-f]{32}\b/g, (sum) => (knownSums.includes(sum) ? sum : '<hex>'))
      .replace(time, (found) => (/^20(2[5-9])/.test(found) ? '<now>' : found))
      .replace(/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, '<date>')
}

/** Lists that the live services return in random order. */
const withoutOrder = /History$|^recipients$/

function sorted(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => sorted(item))
    return withoutOrder.test(key) ? items.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)) : items
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member, name)]))
}

/** Replaces tokens in a string with their contents: header, claims, lifetime. */
const opened = (text: string) =>
  text.replace(/(eyJ[\w-]+)\.([\w-]+)\.[\w-]*/g, (token, head: string, body: string) => {
    const [header, claims] = [head, body].map((part) => parsed(Buffer.from(part, 'base64url').toString()) as Members | undefined)
    return header && claims ? `jwt ${ordered(headerView(header))} ${ordered(claimsView(claims))}` : token
  })

type Members = Readonly<Record<string, unknown>>

function headerView({ kid: _kid, x5t: _x5t, ...header }: Members): Members {
  return 'x5c' in header ? { ...header, x5c: Array.isArray(header.x5c) ? ['<certificate>'] : '<thumbprint>' } : header
}

function claimsView(claims: Members): Members {
  const life = Number(claims.exp) - Number(claims.iat ?? claims.nbf)
  const known: Members = {
    ...Object.fromEntries(['iat', 'nbf', 'auth_time'].map((name) => [name, '<now>'])),
    ...Object.fromEntries(['jti', 'sid', 'session_id'].map((name) => [name, '<id>'])),
    exp: `<${life} s>`,
  }
  const isIssuer = /\/(openid|\.well-known\/[\w-]+)\/?$/.test(String(claims.iss))
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [name, name === 'iss' && isIssuer ? '<issuer>' : (known[name] ?? value)]),
  )
}

/** Returns JSON with the top-level members sorted by name. Nested objects are unchanged. */
const ordered = (members: Members) =>
  JSON.stringify(Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))))
