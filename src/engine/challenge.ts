/** What the live service has against a token, as it says in `WWW-Authenticate`. Source: file-transfer §1.1. */
import { header } from '../wire/call.ts'
import type { Walk } from './walk.ts'

export function challengeOf({ call, circumstances, untimely, world }: Pick<Walk, 'call' | 'circumstances' | 'untimely' | 'world'>): string {
  if (!/^bearer +\S/i.test(header(call.headers, 'authorization') ?? '')) return 'Bearer'
  return `Bearer error="invalid_token", error_description="${fault(untimely, world.clock.now() + circumstances.skew())}"`
}

function fault(untimely: Walk['untimely'], now: number): string {
  if (!untimely) return 'The signature key was not found'
  return untimely.exp <= now
    ? `The token expired at '${invariant(untimely.exp)}'`
    : `The token is not valid before '${invariant(untimely.nbf)}'`
}

/** `08/18/2026 10:00:00`. */
function invariant(at: number): string {
  const [year, month, rest = ''] = new Date(at).toISOString().split('-')
  return `${month}/${rest.slice(0, 2)}/${year} ${rest.slice(3, 11)}`
}
