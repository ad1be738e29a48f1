/** The `WWW-Authenticate` header of a 401: why the token is not accepted. Source: file-transfer §1.1. */
import type { Caller } from '../tokens/caller.ts'
import { readToken } from '../tokens/read-token.ts'
import { header } from '../wire/http/call.ts'
import type { Walk } from './walk.ts'

export function challengeOf({
  call,
  circumstances,
  distrusted,
  expiredCaller,
  world,
}: Pick<Walk, 'call' | 'circumstances' | 'distrusted' | 'expiredCaller' | 'world'>): string {
  const authorization = header(call.headers, 'authorization') ?? ''
  if (!/^bearer +\S/i.test(authorization)) return 'Bearer'
  if (!expiredCaller && isNoToken(authorization.slice(7).trim(), distrusted)) return 'Bearer error="invalid_token"'
  const description = expiredCaller ? untimely(expiredCaller, world.clock.now() + circumstances.skew()) : reasonOf(distrusted)
  return `Bearer error="invalid_token", error_description="${description}"`
}

const isNoToken = (token: string, distrusted: Walk['distrusted']) =>
  distrusted ? distrusted.distrust === 'unreadable' : readToken(token) === undefined

/** Source: authentication §7. */
function reasonOf(distrusted: Walk['distrusted']): string {
  if (distrusted?.distrust === 'bad-signature') return 'The signature is invalid'
  if (distrusted?.distrust === 'unknown-issuer') return `The issuer '${quotable(distrusted.issuer)}' is invalid`
  return 'The signature key was not found'
}

/** Without the characters that a quoted text in a header cannot have. */
const quotable = (issuer = '') => issuer.slice(0, 200).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')

function untimely(expiredCaller: Caller, now: number): string {
  return expiredCaller.exp <= now
    ? `The token expired at '${invariant(expiredCaller.exp)}'`
    : `The token is not valid before '${invariant(expiredCaller.nbf)}'`
}

/** `08/18/2026 10:00:00`. */
function invariant(at: number): string {
  const [year, month, rest = ''] = new Date(at).toISOString().split('-')
  return `${month}/${rest.slice(0, 2)}/${year} ${rest.slice(3, 11)}`
}
