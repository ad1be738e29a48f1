/** Extracts facts from a journal line: its bodies as the service reads them, the Retry-After wait, and the effects of rules. */
import { awayOf } from '../../../service/failures/effects.ts'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import { isObject, parseJson } from '../../../service/wire/json.ts'
import type { Line } from '../../../service/world/journal.ts'

export type Members = Readonly<Record<string, unknown>>

/** Returns undefined for a body that is unknown, truncated, or not an object. */
export function membersOf(text: string | null): Members | undefined {
  if (text === null) return undefined
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

const nameIn = (members: Members, name: string): string | undefined =>
  Object.keys(members).findLast((each) => each === name || each.toLowerCase() === name.toLowerCase())

export function memberOf(members: Members, name: string): unknown {
  const spelt = nameIn(members, name)
  return spelt === undefined ? undefined : members[spelt]
}

/** Returns the record ids in a body, in lowercase, up to `most` ids. */
export function idsIn(text: string | null, most: number): string[] {
  const ids: string[] = []
  const visit = (value: unknown): void => {
    if (ids.length >= most) return
    if (typeof value === 'string' && isId(value)) ids.push(value.toLowerCase())
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each)
  }
  visit(membersOf(text))
  return ids
}

const isId = (text: string) => text.length === 36 && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** Returns a 53-bit hash. Two different strings in the same session collide about once in a million sessions. */
export function fingerprint(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & other) + (one >>> 0)
}

/** Operations whose body has an idempotencyId, so that an order can be retried. */
export const repeatableOrders: ReadonlySet<string> = new Set([
  'notifications.createOrder',
  'notifications.createInstantOrder',
  'notifications.createInstantSms',
  'notifications.createInstantEmail',
  'notifications.createComposedEmail',
])

export interface OrderContent {
  /** Equal for equal ids in the same operation. A hash, because retaining the id string would retain its entire body in memory. */
  readonly idempotencyId: number
  /** Equal for orders with equal content. Ignores the send time, which a client may recompute for each attempt. */
  readonly content: number
}

/** Returns undefined for other operations, and for a body that is unknown or truncated. */
export function orderContent(operation: string | null, body: string | null): OrderContent | undefined {
  if (operation === null || body === null || !repeatableOrders.has(operation)) return undefined
  const members = membersOf(body)
  const idempotencyId = members && memberOf(members, 'idempotencyId')
  if (!members || typeof idempotencyId !== 'string') return undefined
  const apart = [nameIn(members, 'idempotencyId'), nameIn(members, 'requestedSendTime')]
  return {
    idempotencyId: fingerprint(`${operation} ${idempotencyId}`),
    content: fingerprint(
      `${operation} ${JSON.stringify(members, (name, value) => (apart.includes(name) && value === members[name] ? undefined : value))}`,
    ),
  }
}

/**
 * Returns the wait in milliseconds, or null without a valid header. A date is relative to the reply's `Date`, or to `until`, which is the
 * world time of the reply.
 */
export function retryAfterOf(headers: CallHeaders, until: number): number | null {
  const text = header(headers, 'retry-after')
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const [at, date] = [text, header(headers, 'date') ?? ''].map((each) => Date.parse(each)) as [number, number]
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(date) ? until : date))
}

export interface RuleFacts {
  /** True if the call's token was made to look expired. */
  readonly skewed: boolean
  /** True if members were added to the reply. */
  readonly greased: boolean
  readonly shuffled: boolean
  /** True if the call failed because of concurrent calls. */
  readonly collided: boolean
  /** True if an outage caused the call to be refused as if the caller had no access. */
  readonly refusedByOutage: boolean
}

const none: RuleFacts = { skewed: false, greased: false, shuffled: false, collided: false, refusedByOutage: false }

export function ruleFacts({ rule, status, code }: Line): RuleFacts {
  if (rule === null) return none
  const { skew, grease, shuffle, collide, outage } = rule.effects
  return {
    skewed: skew !== undefined,
    greased: grease !== undefined,
    shuffled: shuffle !== undefined,
    collided: collide !== undefined && status === 500,
    refusedByOutage: status === 401 && code === 'BRO-00006' && outage !== undefined && doesErr(outage),
  }
}

/** True if the outage makes authorization fail, which ends calls with a 401 in the live dialect. Source: decisions §13. */
function doesErr(outage: unknown): boolean {
  const { down, how } = awayOf(outage as Parameters<typeof awayOf>[0])
  return how === 'failing' && down.includes('authorization')
}
