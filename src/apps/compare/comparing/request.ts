/** Creates the world's copy of a call, with the world's ids and a token that the world can read. */
import { operationsById } from '../../../service/areas/index.ts'
import type { Claims } from '../../../service/tokens/caller.ts'
import { readToken } from '../../../service/tokens/read-token.ts'
import { bearerToken } from '../../../service/tokens/trust.ts'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import { bareResourceId } from '../../../service/wire/identifiers.ts'
import { parseJson } from '../../../service/wire/json.ts'
import { percentDecoded, utf8 } from '../../../service/wire/text.ts'
import { readTimestamp } from '../../../service/wire/timestamp.ts'
import type { Content, Exchange } from '../exchange.ts'
import type { Prepared } from './call.ts'
import { beginningOf, bytesOf, contentSize, digestOf, mostInMemory, textIn, unpacked } from './contents.ts'
import { allEvents } from './events.ts'
import { wholeFeed } from './feed.ts'
import { isTokenOperation } from './operation.ts'
import type { Pairs } from './pairing.ts'
import type { Request } from './simulator.ts'

/** Headers that are not passed on: connection and browser headers, and those that control Standin. */
const left =
  /^(?:x-standin-.*|prefer|host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-encoding|te|upgrade|expect|cookie|sec-.*|x-forwarded-.*|proxy-.*)$/

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a token with these claims. The world does not check its signature. */
export const tokenOf = (claims: Claims): string => `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}.c3RhbmRpbg`

/**
 * Returns the `authorization` header of the world's copy, or `cut` if the source lacks the token. `isStripped`: the source has no tokens.
 * `isWhole`: the source has all tokens.
 */
export function authorizationOf(
  exchange: Exchange,
  operation: string,
  { as, isStripped, isWhole }: { readonly as: Claims | undefined; readonly isStripped: boolean; readonly isWhole: boolean },
): string | undefined {
  const given = header(exchange.headers, 'authorization')
  if (exchange.claims) return `Bearer ${tokenOf(acceptedClaims(exchange, exchange.claims) ?? exchange.claims)}`
  const claims = readToken(bearerToken(given) ?? '')?.claims
  const accepted = claims && !isTokenOperation(operation) ? acceptedClaims(exchange, claims) : undefined
  if (accepted) return `Bearer ${tokenOf(accepted)}`
  if (given !== undefined && (claims || exchange.reply?.status === 401)) return given
  const access = operationsById.get(operation)?.access
  if (access === undefined || access.kind === 'anyone' || exchange.reply?.status === 401) return given
  if (given === undefined && !isStripped && (exchange.reply?.status ?? 0) >= 400) return undefined
  if (!as) return isWhole ? given : 'cut'
  const seconds = Math.floor(exchange.at / 1000)
  return `Bearer ${tokenOf({ ...as, nbf: seconds - 60, exp: seconds + 3_600 })}`
}

/**
 * Returns adjusted claims for an expired or future token that the real service accepted because of clock skew; undefined for any other
 * token.
 */
function acceptedClaims({ at, reply }: Exchange, claims: Claims): Claims | undefined {
  const now = Math.floor(at / 1000)
  const isInTime = !(Number(claims.nbf) > now) && !(Number(claims.exp) <= now + 1)
  return !reply || reply.status === 401 || isInTime ? undefined : { ...claims, nbf: now - 60, exp: now + 3_600 }
}

export const isJson = (headers: CallHeaders): boolean => /json|^$/i.test(header(headers, 'content-type') ?? '')

export const isUpload = (headers: CallHeaders) => /octet-stream/i.test(header(headers, 'content-type') ?? '')

/** `text`: the call's body, if it is text. */
export function requestOf(
  { method, url, base, headers, body, missing }: Exchange,
  text: string | undefined,
  authorization: string | undefined,
  pairs: Pairs,
): Request {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || left.test(name) || name === 'authorization'
      ? []
      : [[name, typeof value === 'string' ? pairs.toOurs(value) : value.map(pairs.toOurs)] as const],
  )
  // If the source lacks an upload's content, its size still affects later replies.
  const bytes = body ?? (missing > 0 ? new Uint8Array(missing) : undefined)
  const sent = text !== undefined && isJson(headers) ? utf8(pairs.toOurs(text)) : bytes
  return {
    method,
    url: pairs.toOurs(wholeFeed({ method, url: allEvents({ method, url }, pairs) })),
    base,
    headers: {
      ...Object.fromEntries(passed),
      ...(authorization !== undefined && { authorization }),
      ...((sent || ['POST', 'PUT', 'PATCH'].includes(method)) && { 'content-length': String(sent ? contentSize(sent) : 0) }),
    },
    body: sent,
  }
}

/** Returns the claims of the caller's token in a journal line. */
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

/** Extracts the parts of a call and its reply that the comparison needs. The caller adds the token later. */
export async function prepared(exchange: Exchange, operation: string): Promise<Prepared> {
  const { headers, body, reply } = exchange
  const sent = isJson(headers) ? textIn(await bytesOf(body)) : undefined
  const real = reply && { ...reply, body: await comparable(reply.body, reply.headers) }
  const told = toldOf(exchange, sent, real?.body instanceof Uint8Array ? real.body : undefined)
  return { exchange, operation, authorization: undefined, sent, reply: real, told, isRace: false }
}

/** Returns a body in a form that can be compared; undefined for a compressed body that is too large to decompress. */
async function comparable(body: Content | undefined, headers: CallHeaders) {
  if (body === undefined) return undefined
  const bytes = contentSize(body) <= mostInMemory ? await bytesOf(body) : undefined
  if (bytes) return unpacked(bytes, headers)
  return header(headers, 'content-encoding') === undefined ? digestOf(body) : undefined
}

/** Maximum number of bytes of a body that are searched for ids. */
const mostText = 2 ** 20

function toldOf({ url, headers, reply }: Exchange, sent: string | undefined, replied: Uint8Array | undefined): string {
  const text = replied && replied.byteLength < mostText ? decoder.decode(replied) : ''
  return [url, (sent ?? '').slice(0, mostText), text, headers['upload-metadata'] ?? '', reply?.headers.location ?? ''].join('\n')
}

const decoder = new TextDecoder()

/** Returns all text in a call and its reply that may contain ids, except compressed bodies and files. */
export const textOf = (exchange: Exchange): string => {
  const { body, reply } = exchange
  return toldOf(exchange, body instanceof Uint8Array ? decoder.decode(body.subarray(0, mostText)) : undefined, inMemory(reply?.body))
}

const inMemory = (content: Content | undefined) => (content instanceof Uint8Array ? content : undefined)

/** Returns the ids of the resources in the URL, JSON body or form of the world's copy of a call. */
export async function resourcesIn({ exchange: { url, headers, body }, sent = '' }: Prepared, pairs: Pairs): Promise<string[]> {
  const [text, path] = [pairs.toOurs(sent), pairs.toOurs(url)]
  if (!/\/broker\//i.test(url))
    return texts(text, /"resource"\s*:\s*("urn:altinn:resource:(?:[^"\\]|\\.){1,255}")/gi).map((urn) => urn.slice(20))
  const form = /multipart/i.test(header(headers, 'content-type') ?? '') ? await beginningOf(body) : ''
  const named = [
    ...texts(text, /"resourceId"\s*:\s*("(?:[^"\\]|\\.){1,255}")/gi),
    ...Array.from(path.matchAll(/[?&]resourceId=([^&#]{1,500})/gi), ([, id = '']) => percentDecoded(id.replaceAll('+', ' '))),
    // The service does not decode an encoded slash in a path.
    ...Array.from(path.matchAll(/\/resource\/([^/?#]{1,500})/gi), ([, id = '']) => percentDecoded(id.replace(/%(?=2f)/gi, '%25'))),
    ...Array.from(form.matchAll(/name="?(?:\w+\.)?resourceId"?\r\n(?:[^\r\n]{1,200}\r\n){0,4}\r\n([^\r\n]{1,255})/gi), ([, id = '']) => id),
  ]
  return named.map(bareResourceId)
}

/** Returns the JSON strings that a pattern's first group matches. */
const texts = (json: string, pattern: RegExp) =>
  Array.from(json.matchAll(pattern), ([, quoted = '']) => parseJson(quoted)).filter((value) => typeof value === 'string')

/** True if a call is too large to handle again. */
export const isLarge = ({ body }: Exchange): boolean => body !== undefined && (!(body instanceof Uint8Array) || body.byteLength > mostText)
