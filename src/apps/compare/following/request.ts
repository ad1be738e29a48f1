/** The copy of a call that the world gets: with our ids, and with a token that it can read. */
import { operationsById } from '../../../service/areas/index.ts'
import type { Claims } from '../../../service/tokens/caller.ts'
import { readToken } from '../../../service/tokens/read-token.ts'
import { bearerToken } from '../../../service/tokens/trust.ts'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import { utf8 } from '../../../service/wire/text.ts'
import { readTimestamp } from '../../../service/wire/timestamp.ts'
import type { Exchange } from '../exchange.ts'
import { textIn } from './comparing.ts'
import type { Pairs } from './pairing.ts'

/** Headers of the connection, of browsers, and those that turn knobs. */
const left =
  /^(?:x-standin-.*|prefer|host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-encoding|te|upgrade|expect|cookie|sec-.*|x-forwarded-.*|proxy-.*)$/

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with these claims. The world does not check its signature. */
export const tokenOf = (claims: Claims): string => `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}.c3RhbmRpbg`

/** The header `authorization` of the world's copy; `cut` where the source does not contain the token. `isStripped`: it contains none. */
export function authorizationOf(
  exchange: Exchange,
  operation: string,
  { as, isStripped }: { readonly as: Claims | undefined; readonly isStripped: boolean },
): string | undefined {
  const given = header(exchange.headers, 'authorization')
  if (exchange.claims) return `Bearer ${tokenOf(exchange.claims)}`
  if (given !== undefined && (readToken(bearerToken(given) ?? '') || exchange.reply?.status === 401)) return given
  const access = operationsById.get(operation)?.access
  if (access === undefined || access.kind === 'anyone' || exchange.reply?.status === 401) return given
  if (given === undefined && !isStripped && (exchange.reply?.status ?? 0) >= 400) return undefined
  if (!as) return 'cut'
  const seconds = Math.floor(exchange.at / 1000)
  return `Bearer ${tokenOf({ ...as, nbf: seconds - 60, exp: seconds + 3_600 })}`
}

export const isJson = (headers: CallHeaders): boolean => /json|^$/i.test(header(headers, 'content-type') ?? '')

export const isUpload = (headers: CallHeaders) => /octet-stream/i.test(header(headers, 'content-type') ?? '')

export function requestOf({ method, url, base, headers, body, missing }: Exchange, authorization: string | undefined, pairs: Pairs) {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || left.test(name) || name === 'authorization'
      ? []
      : [[name, typeof value === 'string' ? pairs.toOurs(value) : value.map(pairs.toOurs)] as const],
  )
  // The content of an upload that the source leaves out: its size is what the service tells of it.
  const bytes = body ?? (missing > 0 ? new Uint8Array(missing) : undefined)
  const text = body && isJson(headers) ? textIn(body) : undefined
  const sent = text === undefined ? bytes : utf8(pairs.toOurs(text))
  return {
    method,
    url: pairs.toOurs(url),
    base,
    headers: {
      ...Object.fromEntries(passed),
      ...(authorization !== undefined && { authorization }),
      ...((sent || ['POST', 'PUT', 'PATCH'].includes(method)) && { 'content-length': String(sent?.byteLength ?? 0) }),
    },
    body: sent,
  }
}

/** The claims that a journal line says of the token of its caller. */
export function claimsOf(token: Readonly<Record<string, unknown>>): Claims {
  const { iss, org, orgNo, vendor, clientId, systemUser, user, scopes, nbf, exp } = token
  const party = (number: unknown) => ({ authority: 'iso6523-actorid-upis', ID: `0192:${String(number)}` })
  const seconds = (time: unknown) => Math.floor((readTimestamp(String(time))?.at ?? 0) / 1000)
  const isMaskinporten = /maskinporten/.test(String(iss))
  return {
    iss,
    scope: Array.isArray(scopes) ? scopes.join(' ') : '',
    nbf: seconds(nbf),
    exp: seconds(exp),
    ...(clientId != null && { client_id: clientId }),
    ...(org != null && { 'urn:altinn:org': org }),
    ...(user != null && { 'urn:altinn:userid': user }),
    ...(vendor != null && { consumer: party(vendor) }),
    ...(systemUser != null
      ? { authorization_details: [{ type: 'urn:altinn:systemuser', systemuser_id: [systemUser], systemuser_org: party(orgNo) }] }
      : orgNo != null && !isMaskinporten && { 'urn:altinn:orgNumber': orgNo }),
  }
}
