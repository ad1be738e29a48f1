/** Explains what is wrong with a call's token, to the client in the challenge and to testers in the journal. Source: authentication §7. */
import type { Caller } from '../../tokens/caller.ts'
import { longestToken, readPart, readToken } from '../../tokens/read-token.ts'
import type { Distrust, Distrusted } from '../../tokens/trust.ts'
import { header } from '../../wire/call.ts'
import { zulu } from '../../wire/timestamp.ts'
import type { Walk } from '../walk.ts'
import { shortened } from './say.ts'

export const faults: Readonly<Record<Distrust, string>> = {
  unreadable: 'the token is not a JWT with readable claims',
  'unknown-key': 'the token is signed with an unknown key. Tokens are valid only while the simulator that issued them is running',
  'bad-signature': "the token's signature is invalid, because the token was modified",
  'unknown-issuer': "the token's issuer is not trusted",
}

export const distrustFault = ({ distrust, issuer }: Distrusted): string =>
  `${faults[distrust]}${issuer === undefined ? '' : ` (${shortened(issuer)})`}`

const unsigned = 'the token is not signed: its header contains "alg": "none", or its signature is empty'

export function tokenFault(
  { applicationFault, call, circumstances, distrusted, expiredCaller, route, world }: Walk,
  cookie: string | undefined,
): string {
  if (expiredCaller) return timeFault(expiredCaller, world.clock.now() + circumstances.skew())
  const given = cookie === undefined ? header(call.headers, 'authorization') : `Bearer ${cookie}`
  const token = given?.slice(0, 7).toLowerCase() === 'bearer ' ? given.slice(7).trim() : ''
  if (isUnsigned(token)) return unsigned
  if (distrusted) return distrustFault(distrusted)
  if (given === undefined && applicationFault !== undefined) return `PlatformAccessToken: ${applicationFault}`
  if (given === undefined) return 'the call has no Authorization header'
  if (token === '') return 'the Authorization header is not "Bearer" followed by a space and a token'
  const isRead = given.length <= longestToken && token.split('.').length === 3
  return isRead && route.area.identity ? 'this is a Maskinporten token: exchange it for a platform token' : faults.unreadable
}

/** True if a token has no signature. Also works if the token's claims cannot be read. */
function isUnsigned(token: string): boolean {
  const [head = '', , signature] = token.split('.', 4)
  if (token.length > longestToken || signature === undefined) return false
  const algorithm = readPart(head)?.alg
  return typeof algorithm === 'string' && (signature === '' || algorithm.toLowerCase() === 'none')
}

export function timeFault({ exp, nbf }: Caller, now: number): string {
  const time = `the time is ${zulu(now)}`
  return exp <= now ? `the token expired at ${zulu(exp)}; ${time}` : `the token is not valid before ${zulu(nbf)}; ${time}`
}

export function challengeOf({
  call,
  circumstances,
  distrusted,
  expiredCaller,
  world,
}: Pick<Walk, 'call' | 'circumstances' | 'distrusted' | 'expiredCaller' | 'world'>): string {
  const authorization = header(call.headers, 'authorization') ?? ''
  if (!/^bearer +\S/i.test(authorization)) return 'Bearer'
  const token = authorization.slice(7).trim()
  if (!expiredCaller && isNoToken(token, distrusted)) return 'Bearer error="invalid_token"'
  const description = expiredCaller ? untimely(expiredCaller, world.clock.now() + circumstances.skew()) : reasonOf(token, distrusted)
  return `Bearer error="invalid_token", error_description="${description}"`
}

const isNoToken = (token: string, distrusted: Walk['distrusted']) =>
  distrusted ? distrusted.distrust === 'unreadable' : readToken(token) === undefined

/** Source: authentication §7. */
function reasonOf(token: string, distrusted: Walk['distrusted']): string {
  // A missing signature is reported before the key is looked up.
  if (distrusted?.distrust === 'bad-signature' || token.endsWith('.')) return 'The signature is invalid'
  if (distrusted?.distrust === 'unknown-issuer') return `The issuer '${quotable(distrusted.issuer)}' is invalid`
  return 'The signature key was not found'
}

/** Replaces characters that are not allowed in a quoted header string. */
const quotable = (issuer = '') => issuer.slice(0, 200).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')

function untimely(expiredCaller: Caller, now: number): string {
  return expiredCaller.exp <= now
    ? `The token expired at '${invariant(expiredCaller.exp)}'`
    : `The token is not valid before '${invariant(expiredCaller.nbf)}'`
}

/** Formats a time as `08/18/2026 10:00:00`. */
function invariant(at: number): string {
  const [year, month, rest = ''] = new Date(at).toISOString().split('-')
  return `${month}/${rest.slice(0, 2)}/${year} ${rest.slice(3, 11)}`
}
