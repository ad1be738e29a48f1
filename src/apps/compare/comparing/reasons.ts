/** Determines why a difference is not reported, for example because the call depends on a call that was not compared. */
import { jsonOrText } from '../../../control/compare.ts'
import { readToken } from '../../../service/tokens/read-token.ts'
import { bearerToken } from '../../../service/tokens/trust.ts'
import { header } from '../../../service/wire/call.ts'
import { isObject } from '../../../service/wire/json.ts'
import type { Difference, Exchange, Reason } from '../exchange.ts'
import type { Prepared } from './call.ts'
import { textIn } from './contents.ts'
import type { Step } from './fates.ts'
import { isSafe } from './handling.ts'
import { isTokenOperation } from './operation.ts'
import type { Pairs } from './pairing.ts'
import { isUpload } from './request.ts'
import { isOnItsWay } from './statuses.ts'

export type Reasons = ReturnType<typeof createReasons>

export function createReasons(pairs: Pairs) {
  /** Real ids of records that the world lacks. */
  const lacking = new Map<string, Reason>()
  /** Real ids of records whose state is unknown, and the world's ids of records whose content is unknown. */
  const [doubtful, contents] = [new Map<string, Reason>(), new Set<string>()]
  /** idempotencyId → the first call with this id, and the time when the last reply to such a call ended. */
  const orders = new Map<string, { readonly first: Exchange; readonly ended: number }>()
  /** When the first call began. */
  let began = Number.POSITIVE_INFINITY
  const trusted = new Set<string>()
  const existing = new Set<string>()

  const isFirstUse = ({ exchange, sent }: Prepared) => orders.get(idempotencyIdOf(sent) ?? '')?.first === exchange
  const hasOlderSubscription = ({ reply }: Prepared) =>
    reply?.body instanceof Uint8Array && createdIn(jsonOrText(textIn(reply.body) ?? '')).some((created) => created < began - mostSkew)

  const reasons = {
    /** Notes that the world lacks the records with these real ids. */
    leave(ids: readonly string[], reason: Reason) {
      const unknown = ids.filter((id) => !pairs.isKnown(id))
      for (const id of unknown) lacking.set(id, lacking.get(id) ?? reason)
      pairs.leave(unknown)
    },
    /** Notes that the state of a call's records is unknown from now on. */
    doubt: ({ told }: Prepared, reason: Reason): void => reasons.doubtIds(pairs.keysIn(told), reason),
    doubtIds(ids: readonly string[], reason: Reason) {
      for (const id of ids) doubtful.set(id, doubtful.get(id) ?? reason)
    },
    /** True if a call that changed one of these records was left out. */
    isTooLate: (ids: readonly string[]) => ids.some((id) => doubtful.get(id) === 'too-late'),
    /** True if a call overlaps an earlier call with the same idempotencyId. Called once for each call. */
    isRace(exchange: Exchange, sent: string | undefined) {
      const { at, ended } = exchange
      began = Math.min(began, at)
      const id = idempotencyIdOf(sent)
      if (id === undefined) return false
      const before = orders.get(id)
      orders.set(id, { first: before?.first ?? exchange, ended: Math.max(ended, before?.ended ?? 0) })
      return before !== undefined && at < before.ended
    },
    /** True if the real service has accepted this token for this operation before. */
    isTrusted: (authorization: string | readonly string[], operation: string) => trusted.has(`${operation} ${String(authorization)}`),
    /** Returns the differences to report, or why there are none to report. `isSure`: true to ignore doubts about the state of records. */
    resultOf({ call, handled: { ours, differences }, unknown }: Step, isSure = false) {
      const { exchange, operation, reply, told, isRace } = call
      const none =
        exchange.broken === 'client' ? 'aborted' : reply?.body === undefined && exchange.method !== 'HEAD' && !exchange.broken ? 'cut' : []
      if (differences.length === 0 || isOnItsWay(differences)) return none
      const isStatus = reply?.status !== ours.status
      if (isTokenOperation(operation) && (isStatus ? isOfTrust(operation, reply?.status ?? 0, ours.status) : differences.every(isOfKey)))
        return 'token'
      if (isHeadTooLong(exchange) && reply?.status === 431) return []
      if (isRace) return 'race'
      if (unknown.length > 0 && isStatus && !isTokenOperation(operation))
        return unknown.map((id) => lacking.get(id)).find(Boolean) ?? 'known-before'
      if (differences.every(isOfRegister)) return 'register'
      if (differences.every(isValidated) && hasOlderSubscription(call)) return 'known-before'
      // The service returns a location only for a new order.
      if (isFirstUse(call) && reply?.status === 200 && ours.status === 201 && reply.headers.location === undefined) return 'known-before'
      if (operation === 'resources.createServiceOwner' && reply?.status === 409 && ours.status < 300) return 'known-before'
      const keys = pairs.keysIn(told)
      const isUnknown = pairs.oursIn(told).some((id) => contents.has(id))
      const rest = differences.filter((each) => !(isUnknown && isOfContent(each)) && !(isTokenOperation(operation) && isOfKey(each)))
      if (rest.length === 0 || isOnItsWay(rest)) return 'cut'
      return (isSure ? undefined : keys.map((id) => doubtful.get(id)).find(Boolean)) ?? rest
    },
    /** True if one of these ids belongs to a real record that was created outside the comparison. */
    existThere: (ids: readonly string[]) => ids.some((id) => existing.has(id)),
    learn({ call, handled: { ours }, unknown }: Step) {
      const { exchange, operation, reply, told } = call
      if (!reply) return
      if (ours.status === 404 && reply.status !== 404) for (const id of unknown) existing.add(id)
      if (reply.status < 300 && !isTokenOperation(operation)) for (const id of pairs.unconfirmedIn(told)) existing.add(id)
      const authorization = header(exchange.headers, 'authorization')
      if (authorization !== undefined && reply.status !== 401) trusted.add(`${operation} ${String(authorization)}`)
      if (exchange.method === 'DELETE' && reply.status < 300 && ours.status < 300) pairs.forgetNumber(exchange.url)
      // The world lacks records that it refused to create, so later calls about these records would differ too.
      if (reply.status < 300 && reply.status !== ours.status && !isSafe(exchange))
        reasons.leave(pairs.unknownIn(told), unknown.length > 0 ? 'known-before' : 'unpaired')
      if (exchange.missing > 0 || isUnread(exchange)) for (const id of pairs.oursIn(told)) contents.add(id)
    },
  }
  return reasons
}

/** True if the headers and URL are so long that any Node.js server refuses them. The world accepts them, because it has no server. */
const isHeadTooLong = ({ url, headers }: Exchange) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length, url.length) > 15_000

const idempotencyIdOf = (sent = '') => /"idempotencyId"\s*:\s*"([^"]{1,200})"/i.exec(sent)?.[1]

/** Maximum clock skew between the client and the real service, in milliseconds. */
const mostSkew = 2_000

/** Returns the creation times of validated subscriptions in a reply. */
function createdIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(createdIn)
  if (!isObject(value)) return []
  return value.validated === true ? [Date.parse(String(value.created))] : Object.values(value).flatMap(createdIn)
}

/** True if the real subscription has already been validated, but its counterpart in the world has not. */
const isValidated = ({ where, there, here }: Difference) => /(?:^|\.)validated$/.test(where) && there === true && here === false

/** True if the world received zeros instead of an upload's content. */
const isUnread = ({ body }: Exchange) => body !== undefined && !(body instanceof Uint8Array) && !('file' in body)

const isOfRegister = ({ there, here }: Difference) =>
  /NotIdentified|Reserved/.test(`${String(there)} ${String(here)}`) || [there, here].every((each) => /^\/party\/\d+$/.test(String(each)))
const isOfContent = ({ where, kind }: Difference) => kind === 'value' && /checksum$|fileTransferSize$|^body(?:$|, its)/i.test(where)

/** Operations that check a signature. */
const signed = new Set(['authentication.requestToken', 'authentication.exchangeToken', 'authentication.refreshToken'])

/** True if one side may refuse a call because only it can check a signature or password. */
function isOfTrust(operation: string, there: number, here: number): boolean {
  const refusals = signed.has(operation) ? [400, 401, 403] : [401, 403]
  return refusals.includes(there) || (there < 400 && refusals.includes(here))
}

/** True for signing keys, and for text that contains a token, because each issuer has its own keys. */
const isOfKey = ({ kind, where, there }: Difference) =>
  where === 'keys[]' ||
  (kind === 'value' && (/^keys\[\]\.(?:kid|n|x|y|x5c|x5t)/.test(where) || (where === 'body' && String(there).includes('"alg"'))))

/** Maximum size in bytes of an upload whose content is missing from a recording, and is therefore replaced by zeros. */
const mostMissing = 64 * 2 ** 20

/** True if a small clock skew would decide whether a token is valid. */
function isAboutToExpire(authorization: string | readonly string[], at: number): boolean {
  const claims = readToken(bearerToken([authorization].flat()[0]) ?? '')?.claims
  return Math.abs(Number(claims?.exp) * 1000 - at) < mostClockSkew
}

const mostClockSkew = 60_000

/** Returns a reason not to handle the call in the world at all, or undefined if there is none. */
export function earlyReason(
  { at, apart, reply, headers, missing, broken, body }: Exchange,
  operation: string,
  reasons: Pick<Reasons, 'isTrusted'>,
): Reason | undefined {
  if (apart) return apart
  if (!reply) return broken === 'service' ? undefined : 'aborted'
  if (reply.status === 429) return 'quota'
  if (reply.status === 401 && headers.authorization !== undefined) {
    if (!reasons.isTrusted(headers.authorization, operation) || isAboutToExpire(headers.authorization, at)) return 'token'
  }
  if (missing > 0 && !body && !(isUpload(headers) && missing <= mostMissing)) return 'cut'
  return undefined
}
