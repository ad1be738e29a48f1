/** How the query of the feed becomes values, and what is said where it cannot. Source: notifications §4.7, §9.1. */
import { readChoice } from '../values/query-value.ts'

export const feedOrders = ['asc', 'desc'] as const

const integer = /^[+-]?\d+$/
const largestPage = 500
const mostSequence = 2n ** 63n - 1n

type Fault = (text: string) => string | undefined

const unreadable = (text: string, name: string) => `The value '${text}' is not valid for ${name}.`
const empty = (text: string) => (text.trim() === '' ? `The value '${text}' is invalid.` : undefined)

/** By the name of the parameter in its refusal. */
const faults = {
  Seq(text) {
    const number = readLong(text)
    if (number === undefined) return unreadable(text, 'Seq')
    return number < 0n ? 'The field Seq must be between 0 and 9.223372036854776E+18.' : undefined
  },
  PageSize: (text) => (integer.test(text.trim()) ? undefined : unreadable(text, 'PageSize')),
  OrderBy(text) {
    const order = readChoice(feedOrders, text)
    if (order === undefined) return unreadable(text, 'OrderBy')
    return typeof order === 'number' ? `The value '${text}' is invalid.` : undefined
  },
} as const satisfies Record<string, Fault>

export interface FeedQuery {
  readonly seq?: string | undefined
  readonly pageSize?: string | undefined
  readonly orderBy?: string | undefined
}

export function feedQueryFaults({ seq, pageSize, orderBy }: FeedQuery): [name: string, message: string][] {
  const given = { Seq: seq, PageSize: pageSize, OrderBy: orderBy }
  return Object.entries(faults).flatMap(([name, fault]) => {
    const text = given[name as keyof typeof faults]
    const found = text === undefined ? undefined : (empty(text) ?? fault(text))
    return found === undefined ? [] : [[name, found]]
  })
}

/** Of a query without faults. The largest numbers lose their last digits: no entry has such a number. */
export function readFeedQuery({ seq = '0', pageSize = String(largestPage), orderBy = 'asc' }: FeedQuery) {
  return {
    seq: Number(readLong(seq) ?? 0n),
    pageSize: Math.min(Math.max(Number(pageSize), 1), largestPage),
    descending: readChoice(feedOrders, orderBy) === 'desc',
  }
}

/** A signed integer of 64 bits. */
function readLong(text: string): bigint | undefined {
  const [, sign, digits] = /^([+-]?)0*(\d{1,19})$/.exec(text.trim()) ?? []
  if (digits === undefined) return undefined
  const number = BigInt(digits)
  if (sign === '-') return number > mostSequence + 1n ? undefined : -number
  return number > mostSequence ? undefined : number
}
