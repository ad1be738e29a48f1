/** Admits calls to control rows from administrators and from our own page. */

import { type Call, header } from '../../service/wire/call.ts'
import { Misuse } from '../../service/wire/misuse.ts'
import { ownCallHeader } from '../../service/world/outgoing.ts'
import type { Settings } from '../../service/world/settings.ts'

/** Throws {@link Misuse} for any other caller. `base`: the base URL that was called. */
export function demandAdmin(call: Call, base: string, settings: Settings): void {
  demandOwnPage(call, base, settings)
  if (call.headers[ownCallHeader] !== undefined)
    throw new Misuse(
      'Calls made by Standin itself have no administrator rights, because a client may have chosen their URL.',
      undefined,
      403,
    )
  const { adminToken } = settings
  // A page with an allowed origin might belong to a different site. A call without an origin might come from any page.
  if (call.isLocal() && (call.headers.origin !== undefined || header(call.headers, 'sec-fetch-site') !== 'cross-site')) return
  if (!adminToken)
    throw new Misuse(
      'Control rows accept calls only from this machine. Start Standin with --admin-token to reach them from another machine.',
      undefined,
      403,
    )
  const given = /^Bearer +(\S+)$/i.exec(header(call.headers, 'authorization') ?? '')?.[1]
  if (given === undefined || !sameText(given, adminToken)) {
    throw new Misuse('Calls to control rows from another machine need the admin token: Authorization: Bearer <token>.', undefined, 401)
  }
}

/**
 * Throws {@link Misuse} for calls from other web pages, based on the origin that the browser sends. `*` in the settings opens the service
 * to all pages, but not the control rows.
 */
export function demandOwnPage({ headers }: Call, base: string, { publicUrl, cors = [] }: Settings): void {
  const { origin } = headers
  if (origin === undefined) return
  const own = [base, ...(publicUrl === undefined ? [] : [publicUrl])].map((url) => new URL(url).origin)
  const allowed = [...own, ...cors].filter((each) => each !== '*' && each !== 'null')
  if (typeof origin === 'string' && allowed.includes(origin)) return
  const page = JSON.stringify(String(origin).slice(0, 100))
  throw new Misuse(`Control rows do not accept calls from web pages at ${page}. Use a page from an allowed origin.`, allowed, 403)
}

/** Takes the same time for all wrong strings of the same length, so that timing reveals nothing. */
function sameText(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at % wanted.length)
  return difference === 0
}
