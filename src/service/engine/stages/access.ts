/** The `identify` and `access` stages, which find the caller and check the caller's access. */
import { type Caller, mayCall, readCaller } from '../../tokens/caller.ts'
import { isBrokenToken, issuerOf, readClaims } from '../../tokens/read-token.ts'
import { isCurrent } from '../../tokens/trust.ts'
import { type CallHeaders, header } from '../../wire/call.ts'
import { Refusal } from '../../wire/refusal.ts'
import { type Area, failsOnBrokenToken, missingScope } from '../../wire/vocabulary.ts'
import { unlessWorldGone } from '../../world/world.ts'
import { environmentOf } from '../context.ts'
import { noteCaller } from '../journal-line/line.ts'
import { parameters } from '../reading/input.ts'
import type { Walk } from '../walk.ts'
import { challengeOf, distrustFault, faults, timeFault, tokenFault } from './token-faults.ts'

/** Refuses only tokens that the live service cannot read. A missing token is allowed: rules also apply to calls without a caller. */
export async function identify(walk: Walk): Promise<void> {
  const { identity } = walk.route.area
  const caller = await (identity ? callerOfArea(walk, identity) : callerOfToken(walk, header(walk.call.headers, 'authorization')))
  const bearer = caller ?? walk.expiredCaller
  walk.caller = caller
  noteCaller(walk.line, walk.world, bearer, caller)
  const broken = bearer ? undefined : brokenToken(walk)
  if (broken) throw broken
}

/** Returns the refusal for an unreadable token, on paths where the token is read first. Source: authentication §7. */
export function brokenToken(walk: Walk): Refusal | undefined {
  if (!failsOnBrokenToken(walk.route.area, walk.address.path)) return undefined
  const baked = bakedToken(walk)
  const given = baked === undefined ? header(walk.call.headers, 'authorization') : `Bearer ${baked}`
  const token = given?.slice(0, 7).toLowerCase() === 'bearer ' ? given.slice(7).trim() : ''
  return isBrokenToken(token) ? new Refusal('broken-token') : undefined
}

export function checkAccess(walk: Walk): void {
  const { access } = walk.route.row
  if (access.kind === 'anyone' && !walk.isOtherMethod) return
  if (!walk.caller) throw new Refusal('unauthenticated', { challenge: challengeOf(walk), reason: tokenFault(walk, bakedToken(walk)) })
  if (access.kind === 'admin') throw new Refusal('forbidden', { scope: '', reason: 'only applications of the platform may call this' })
  if (access.kind === 'scope' && !mayCall(walk.caller, access)) {
    const scope = missingScope(access)
    throw new Refusal('forbidden', {
      scope,
      reason: `the token lacks the scope ${scope}. It has ${walk.caller.scopes.join(' ') || 'none'}`,
    })
  }
  if (walk.caller.platformTokenUnreadable) throw new Refusal('unreadable-platform-token')
  if (walk.isOtherMethod) throw new Refusal('not-resumable', { reason: `this path does not support ${walk.call.method}` })
}

/** Returns the caller that a currently valid bearer token identifies. */
async function callerOfToken(walk: Walk, authorization: string | undefined): Promise<Caller | undefined> {
  if (authorization === undefined) return undefined
  const { world, dependencies } = walk
  const { verifier } = dependencies
  // The issuer's keys might have to be fetched.
  const callerOrDistrust = verifier.known(authorization) ?? (await unlessWorldGone(world, verifier.callerOf(authorization)))
  if (!callerOrDistrust) return undefined
  const now = world.clock.now()
  if ('distrust' in callerOrDistrust) walk.distrusted = callerOrDistrust
  else if (isCurrent(callerOrDistrust, now) || isOutlived(walk, callerOrDistrust, now)) return callerOrDistrust
  else walk.expiredCaller = callerOrDistrust
  return undefined
}

/** True if the row accepts a caller's expired token, because the work began while the token was valid. */
const isOutlived = (walk: Walk, caller: Caller, now: number): boolean =>
  caller.nbf <= now && walk.route.row.outlivesToken?.(parameters(walk), environmentOf(walk), now) === true

/** Sources: notifications §2, events §4. */
async function callerOfArea(walk: Walk, { cookie, platform }: NonNullable<Area['identity']>): Promise<Caller | undefined> {
  const { headers } = walk.call
  const baked = cookieOf(headers, cookie)
  const token = platform === undefined ? undefined : header(headers, platform)
  const tokenCaller = await callerOfToken(walk, baked === undefined ? header(headers, 'authorization') : `Bearer ${baked}`)
  const caller = tokenCaller?.kind === 'maskinporten' ? undefined : tokenCaller
  return token ? withPlatform(walk, caller, token) : caller
}

/** Orders belong to the platform token's issuer rather than to the caller. A valid platform token also replaces the scope. */
async function withPlatform(walk: Walk, caller: Caller | undefined, token: string): Promise<Caller | undefined> {
  const claims = readClaims(token)
  if (!claims) return caller && { ...caller, platformTokenUnreadable: true }
  const own = { org: issuerOf(claims), orgNo: undefined, platformOrgNo: undefined }
  const now = walk.world.clock.now()
  const judged = await unlessWorldGone(walk.world, walk.dependencies.trust.judge(token, 'application'))
  const application = 'distrust' in judged ? undefined : readCaller(judged.claims)
  if (application && isCurrent(application, now)) return { ...(caller ?? application), ...own, needsNoScope: true }
  if ('distrust' in judged) walk.applicationFault = distrustFault(judged)
  else walk.applicationFault = application ? timeFault(application, now) : faults.unreadable
  return caller && { ...caller, ...own }
}

const bakedToken = ({ call, route }: Walk) => route.area.identity && cookieOf(call.headers, route.area.identity.cookie)

function cookieOf(headers: CallHeaders, name: string): string | undefined {
  for (const pair of (header(headers, 'cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
