/** Exchanges a token of Maskinporten for one of the platform, and writes it. Source: authentication §2, §2.1. */
import { type Claims, isClaims } from './caller.ts'
import { notBeforeMargin } from './issue.ts'

interface ExchangeContext {
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly guid: () => string
  /** The code of the service owner with this number. */
  codeOf(orgNo: string): string | undefined
  /** Whether the caller asks for the code of the test ministry in place of the agency's. */
  readonly asTest: boolean
}

/** Seconds: how long an exchanged token lives, and how far the clocks of issuer and platform may differ. */
const [lifetime, tolerance] = [1800, 10]

const authority = 'iso6523-actorid-upis'

/** Undefined for a token that has expired, or that names no organization. */
export function exchangedClaims(claims: Claims, { issuer, now, guid, codeOf, asTest }: ExchangeContext): Claims | undefined {
  const iat = Math.floor(now / 1000)
  const { iss: _iss, aud: _aud, client_amr: _amr, sid: _sid, authorization_details: details, ...copied } = claims
  const orgNo = consumerNumber(claims.consumer)
  if (orgNo === undefined || !isCurrent(claims, iat)) return undefined
  const named = typeof claims.scope === 'string' && claims.scope.includes('altinn:serviceowner') ? codeOf(orgNo) : undefined
  const code = named === 'digdir' && asTest ? 'ttd' : named
  return {
    ...copied,
    // The framework writes an array of one as its element.
    ...(details !== undefined && { authorization_details: Array.isArray(details) && details.length === 1 ? details[0] : details }),
    'urn:altinn:orgNumber': orgNo,
    'urn:altinn:authenticatemethod': 'maskinporten',
    'urn:altinn:authlevel': 3,
    ...(code !== undefined && { 'urn:altinn:org': code }),
    iss: issuer,
    sid: guid(),
    nbf: iat - notBeforeMargin,
    exp: iat + lifetime,
    iat,
  }
}

/** The same token with a new lifetime. Source: authentication §2.2. */
export function refreshedClaims(claims: Claims, now: number): Claims {
  const iat = Math.floor(now / 1000)
  return { ...claims, nbf: iat - notBeforeMargin, exp: iat + lifetime, iat }
}

function consumerNumber(consumer: unknown): string | undefined {
  if (!isClaims(consumer) || consumer.authority !== authority || typeof consumer.ID !== 'string') return undefined
  return /:(\d{9})$/.exec(consumer.ID)?.[1]
}

function isCurrent({ exp, nbf = 0 }: Claims, now: number): boolean {
  return typeof exp === 'number' && typeof nbf === 'number' && nbf - tolerance <= now && now < exp + tolerance
}

const formats: Readonly<Record<string, 'json' | 'text'>> = {
  'application/json': 'json',
  'text/json': 'json',
  'application/*': 'json',
  'application/*+json': 'json',
  'text/plain': 'text',
  'text/*': 'text',
}

/** Body and headers of the reply with a token: bare text, or a JSON string. A client that accepts everything gets text. */
export function tokenText(token: string, accept: string | undefined): [body: string, headers: Readonly<Record<string, string>>] {
  return wantsJson(accept ?? '')
    ? [JSON.stringify(token), { 'content-type': 'application/json; charset=utf-8' }]
    : [token, { 'content-type': 'text/plain; charset=utf-8' }]
}

function wantsJson(accept: string): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return { type, quality: Number(/^q=([\d.]+)$/.exec(parameters.find((each) => each.startsWith('q=')) ?? '')?.[1] ?? 1) }
  })
  if (ranges.some(({ type }) => type === '*/*')) return false
  const best = ranges.toSorted((one, other) => other.quality - one.quality).find(({ type }) => Object.hasOwn(formats, type))
  return best !== undefined && formats[best.type] === 'json'
}
