/** The `WWW-Authenticate` header of a 401: why the token is not accepted. Source: file-transfer §1.1. */
import { header } from '../wire/http/call.ts'
import type { Walk } from './walk.ts'

export function challengeOf({
  call,
  circumstances,
  expiredCaller,
  world,
}: Pick<Walk, 'call' | 'circumstances' | 'expiredCaller' | 'world'>): string {
  if (!/^bearer +\S/i.test(header(call.headers, 'authorization') ?? '')) return 'Bearer'
  return `Bearer error="invalid_token", error_description="${fault(expiredCaller, world.clock.now() + circumstances.skew())}"`
}

function fault(expiredCaller: Walk['expiredCaller'], now: number): string {
  if (!expiredCaller) return 'The signature key was not found'
  return expiredCaller.exp <= now
    ? `The token expired at '${invariant(expiredCaller.exp)}'`
    : `The token is not valid before '${invariant(expiredCaller.nbf)}'`
}

/** `08/18/2026 10:00:00`. */
function invariant(at: number): string {
  const [year, month, rest = ''] = new Date(at).toISOString().split('-')
  return `${month}/${rest.slice(0, 2)}/${year} ${rest.slice(3, 11)}`
}
