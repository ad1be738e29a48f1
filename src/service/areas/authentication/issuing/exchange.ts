/** Builds the platform token for a Maskinporten token. Source: authentication §2, §2.1. */
import { type Claims, isClaims } from '../../../tokens/caller.ts'
import { notBeforeMargin } from '../../../tokens/issue.ts'
import { parseJson } from '../../../wire/json.ts'

interface ExchangeContext {
  readonly issuer: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly guid: () => string
  codeOf(orgNo: string): string | undefined
  /** True if the caller wants the test ministry's code instead of the agency's. */
  readonly asTest: boolean
}

/** In seconds: an exchanged token's lifetime, and the allowed clock skew between issuer and platform. */
const [lifetime, tolerance] = [1800, 10]

const authority = 'iso6523-actorid-upis'

/** Claims that the framework renames when it writes a token. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['sub', 'nameid'],
  ['roles', 'role'],
])

/** Returns undefined if the token has expired or contains no organization. */
export function exchangedClaims(claims: Claims, { issuer, now, guid, codeOf, asTest }: ExchangeContext): Claims | undefined {
  const iat = Math.floor(now / 1000)
  const orgNo = consumerNumber(claims.consumer)
  if (orgNo === undefined || !isCurrent(claims, iat)) return undefined
  const values = new Map<string, unknown[]>()
  const add = (name: string, ...more: readonly unknown[]) => values.set(name, [...(values.get(name) ?? []), ...more])
  for (const [name, value] of Object.entries(claims)) add(renamed.get(name) ?? name, ...valuesOf(value))

  const code = codeFor(claims.scope, codeOf(orgNo), asTest)
  if (code !== undefined) add('urn:altinn:org', code)
  add('urn:altinn:orgNumber', orgNo)
  add('urn:altinn:authenticatemethod', 'maskinporten')
  add('urn:altinn:authlevel', 3)
  for (const name of ['aud', 'iss', 'client_amr', 'sid']) {
    values.get(name)?.shift()
    if (values.get(name)?.length === 0) values.delete(name)
  }
  add('iss', issuer)
  add('sid', guid())
  const times = { exp: iat + lifetime, nbf: iat - notBeforeMargin, iat }
  for (const [name, time] of Object.entries(times)) values.set(name, [time])
  return Object.fromEntries([...values].flatMap(([name, all]) => (all.length > 0 ? [[name, all.length === 1 ? all[0] : all]] : [])))
}

/** Returns a claim's values. The framework has no lists: it converts a list to several claims with the same name. */
const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]).map((each: unknown) => each ?? '')

function codeFor(scope: unknown, code: string | undefined, asTest: boolean): string | undefined {
  if (!firstText(scope)?.includes('altinn:serviceowner')) return undefined
  return code === 'digdir' && asTest ? 'ttd' : code
}

const firstText = (value: unknown): string | undefined => {
  const [first] = valuesOf(value)
  return typeof first === 'string' ? first : undefined
}

/** Returns the token's claims with a new expiry time. Source: authentication §2.2. */
export function refreshedClaims(claims: Claims, now: number): Claims {
  const iat = Math.floor(now / 1000)
  return { ...claims, nbf: iat - notBeforeMargin, exp: iat + lifetime, iat }
}

/** Returns the part of the consumer's id between the first two colons. The consumer can also be a JSON-encoded object. */
function consumerNumber(claim: unknown): string | undefined {
  const [first] = valuesOf(claim)
  const consumer = typeof first === 'string' ? parseJson(first) : first
  if (!isClaims(consumer) || consumer.authority !== authority) return undefined
  return String(consumer.ID).split(':')[1] || undefined
}

function isCurrent({ exp, nbf = 0 }: Claims, now: number): boolean {
  if (typeof exp !== 'number' || typeof nbf !== 'number' || nbf > exp) return false
  return nbf - tolerance <= now && now < exp + tolerance
}
