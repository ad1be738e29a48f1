/** Reads from a line of the journal what its bodies say, as the service reads them, how long its reply asks to wait, and what the rule of a scenario did. */
import { awayOf } from '../../../service/failures/effects.ts'
import { type CallHeaders, header } from '../../../service/wire/call.ts'
import { isObject, parseJson } from '../../../service/wire/json.ts'
import type { Line } from '../../../service/world/journal-line.ts'

export type Members = Readonly<Record<string, unknown>>

/** Undefined for a body that is not known, that was cut because it was long, or that is not an object: it shows nothing. */
export function membersOf(text: string | null): Members | undefined {
  if (text === null) return undefined
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

/** The name of a member as the body spells it. */
const nameIn = (members: Members, name: string): string | undefined =>
  Object.keys(members).findLast((each) => each === name || each.toLowerCase() === name.toLowerCase())

export function memberOf(members: Members, name: string): unknown {
  const spelt = nameIn(members, name)
  return spelt === undefined ? undefined : members[spelt]
}

/** The texts of a body that are ids of records, at most `most`, in lower case. */
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

/** 53 bits: two different texts of one session have the same number about once in a million sessions. */
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

/** Operations whose body has an idempotencyId: an order may be repeated. */
export const repeatableOrders: ReadonlySet<string> = new Set([
  'notifications.createOrder',
  'notifications.createInstantOrder',
  'notifications.createInstantSms',
  'notifications.createInstantEmail',
  'notifications.createComposedEmail',
])

export interface OrderContent {
  /** Equal for equal ids of one operation. The id itself would keep its whole body in memory. */
  readonly idempotencyId: number
  /** Equal for orders that ask for the same. A client may compute the time of sending anew for each attempt. */
  readonly content: number
}

/** Undefined for other operations, and for a body that is not known or was cut. */
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

/** Milliseconds; null without a header that can be read. A date counts from `Date` of the reply; without one, from `until`, the world time of the reply. */
export function retryAfterOf(headers: CallHeaders, until: number): number | null {
  const text = header(headers, 'retry-after')
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const [at, date] = [text, header(headers, 'date') ?? ''].map((each) => Date.parse(each)) as [number, number]
  return Number.isNaN(at) ? null : Math.max(0, at - (Number.isNaN(date) ? until : date))
}

export interface RuleFacts {
  /** Whether its token was made to look expired. */
  readonly skewed: boolean
  /** Whether its reply got additions. */
  readonly greased: boolean
  /** Whether the lists of its reply came in another order. */
  readonly shuffled: boolean
  /** Whether it failed beside calls of the same moment. */
  readonly collided: boolean
  /** Whether an outage refused it, as if its caller had no right. */
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

/** In the dialect live, calls end with this 401 while authorization errs. Source: decisions §13. */
function doesErr(outage: unknown): boolean {
  const { down, how } = awayOf(outage as Parameters<typeof awayOf>[0])
  return how === 'failing' && down.includes('authorization')
}
