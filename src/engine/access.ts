/** The stages that identify the caller and check its access. */
import { type Caller, mayCall, readCaller } from '../tokens/caller.ts'
import { issuerOf, longestToken, readClaims, readPart, readToken } from '../tokens/read-token.ts'
import type { Distrust } from '../tokens/trust.ts'
import { isCurrent } from '../tokens/verify.ts'
import type { Area } from '../wire/area.ts'
import { type CallHeaders, header, type MaybePromise } from '../wire/http/call.ts'
import { andThen } from '../wire/maybe.ts'
import { Refusal } from '../wire/refusals/refusal.ts'
import { missingScope } from '../wire/scopes.ts'
import { zulu } from '../wire/values/timestamp.ts'
import { parameters } from './input.ts'
import { shortened } from './say.ts'
import { environmentOf, type Stage, type Walk } from './walk.ts'

/** Refuses nothing: rules may apply to calls without a caller. */
export const identify: Stage = (walk, next) => {
  const { identity } = walk.route.area
  return andThen(identity ? callerOfArea(walk, identity) : callerOfToken(walk, header(walk.call.headers, 'authorization')), (caller) => {
    const { keep } = walk.world.journal
    const bearer = caller ?? walk.expiredCaller
    if (bearer) walk.line.token = keep.token(bearer)
    if (caller) {
      walk.caller = caller
      walk.line.caller = keep.caller(caller)
    }
    return next(walk)
  })
}

export const checkAccess: Stage = (walk, next) => {
  const { access } = walk.route.row
  if (access.kind === 'anyone' && !walk.isOtherMethod) return next(walk)
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
  if (walk.isOtherMethod) throw new Refusal('not-resumable', { reason: `there is no ${walk.call.method} here` })
  return next(walk)
}

/** The caller of a bearer token that is valid now. */
const callerOfToken = (walk: Walk, authorization: string | undefined): MaybePromise<Caller | undefined> =>
  andThen(walk.dependencies.verifier.callerOf(authorization), (callerOrDistrust) => {
    if (!callerOrDistrust) return undefined
    if ('distrust' in callerOrDistrust) walk.distrusted = callerOrDistrust
    else if (isValidNow(walk, callerOrDistrust)) return callerOrDistrust
    else walk.expiredCaller = callerOrDistrust
    return undefined
  })

/** Some rows accept an expired token for work that began while it was valid. */
function isValidNow(walk: Walk, caller: Caller): boolean {
  const now = walk.world.clock.now()
  if (isCurrent(caller, now)) return true
  return caller.nbf <= now && walk.route.row.outlivesToken?.(parameters(walk), environmentOf(walk), now) === true
}

/** Sources: notifications §2, events §4. */
function callerOfArea(walk: Walk, { cookie, platform }: NonNullable<Area['identity']>): MaybePromise<Caller | undefined> {
  const { headers } = walk.call
  const baked = cookieOf(headers, cookie)
  const token = platform === undefined ? undefined : header(headers, platform)
  return andThen(callerOfToken(walk, baked === undefined ? header(headers, 'authorization') : `Bearer ${baked}`), (tokenCaller) => {
    const caller = tokenCaller?.kind === 'maskinporten' ? undefined : tokenCaller
    return token ? withPlatform(walk, caller, token) : caller
  })
}

/** Orders belong to the issuer of the platform token, not to the caller. A valid platform token also stands for the scope. */
async function withPlatform({ dependencies, world }: Walk, caller: Caller | undefined, token: string): Promise<Caller | undefined> {
  const claims = readClaims(token)
  if (!claims) return caller && { ...caller, platformTokenUnreadable: true }
  const own = { org: issuerOf(claims), orgNo: undefined }
  const application = readCaller(await dependencies.keys.verify(token))
  if (application && isCurrent(application, world.clock.now())) return { ...(caller ?? application), ...own, needsNoScope: true }
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

const faults: Readonly<Record<Distrust, string>> = {
  unreadable: 'the token is not a JWT with readable claims',
  'unknown-key': 'the token is signed with a key that is not trusted. A token is good as long as the simulator that made it runs',
  'bad-signature': 'the signature of the token is invalid: a letter of the token has changed',
  'unknown-issuer': 'the issuer of the token is not trusted',
}

const unsigned = 'the token is not signed: its header says "alg": "none", or its signature is empty'

function tokenFault({ call, circumstances, distrusted, expiredCaller, route, world }: Walk, cookie: string | undefined): string {
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
  // Before a key is looked for, there must be a signature.
  if (distrusted?.distrust === 'bad-signature' || token.endsWith('.')) return 'The signature is invalid'
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
