/** Control rows serve this machine, and holders of the admin token. Source: decisions §2. */
import { Misuse } from '../misuse.ts'
import { type Call, header } from '../wire/http/call.ts'

/** Throws {@link Misuse} for all other callers. */
export function demandAdmin(call: Call, adminToken: string | undefined): void {
  if (call.isLocal && header(call.headers, 'sec-fetch-site') !== 'cross-site') return
  if (!adminToken)
    throw new Misuse(
      'Control rows answer only this machine. Start Standin with --admin-token to reach them from another machine.',
      undefined,
      403,
    )
  const given = /^Bearer +(\S+)$/i.exec(header(call.headers, 'authorization') ?? '')?.[1]
  if (given === undefined || !sameText(given, adminToken)) {
    throw new Misuse('From another machine, control rows need the admin token: Authorization: Bearer <token>.', undefined, 401)
  }
}

/** Takes the same time for every wrong text of one length, so that the time reveals nothing. */
function sameText(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at % wanted.length)
  return difference === 0
}
