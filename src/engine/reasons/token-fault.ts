/** Says what is wrong with the token of a refused call, for its journal line. */
import { longestToken, readPart } from '../../tokens/read-token.ts'
import type { Distrust } from '../../tokens/trust.ts'
import { header } from '../../wire/http/call.ts'
import { zulu } from '../../wire/values/timestamp.ts'
import type { Walk } from '../walk.ts'
import { shortened } from './reason.ts'

const faults: Readonly<Record<Distrust, string>> = {
  unreadable: 'the token is not a JWT with readable claims',
  'unknown-key': 'the token is signed with a key that is not trusted. A token is good as long as the simulator that made it runs',
  'bad-signature': 'the signature of the token is invalid: a letter of the token has changed',
  'unknown-issuer': 'the issuer of the token is not trusted',
}

const unsigned = 'the token is not signed: its header says "alg": "none", or its signature is empty'

export function tokenFault({ call, circumstances, distrusted, expiredCaller, route, world }: Walk, cookie: string | undefined): string {
  if (expiredCaller) return timeFault(expiredCaller, world.clock.now() + circumstances.skew())
  const given = cookie === undefined ? header(call.headers, 'authorization') : `Bearer ${cookie}`
  const token = given?.slice(0, 7).toLowerCase() === 'bearer ' ? given.slice(7).trim() : ''
  if (isUnsigned(token)) return unsigned
  if (distrusted) return `${faults[distrusted.distrust]}${distrusted.issuer === undefined ? '' : ` (${shortened(distrusted.issuer)})`}`
  if (given === undefined) return 'the call has no Authorization header'
  if (token === '') return 'the Authorization header is not "Bearer", a blank and a token'
  const isRead = given.length <= longestToken && token.split('.').length === 3
  return isRead && route.area.identity ? 'the token is one of Maskinporten: exchange it for one of the platform' : faults.unreadable
}

/** Also where the claims cannot be read. */
function isUnsigned(token: string): boolean {
  const [head = '', , signature] = token.split('.', 4)
  if (token.length > longestToken || signature === undefined) return false
  const algorithm = readPart(head)?.alg
  return typeof algorithm === 'string' && (signature === '' || algorithm.toLowerCase() === 'none')
}

function timeFault({ exp, nbf }: NonNullable<Walk['expiredCaller']>, now: number): string {
  const time = `the clock that judges it says ${zulu(now)}`
  return exp <= now ? `the token expired at ${zulu(exp)}; ${time}` : `the token is not valid before ${zulu(nbf)}; ${time}`
}
