/** The feed's query and reply. Source: notifications §9. */
import { z } from 'zod'
import { readChoice, trimBlanks } from '../../../wire/text.ts'
import { shipmentReply } from './replies.ts'

/** Accepts any string, because an id that is not a GUID leads to a 404, not a 400. */
export const byShipmentId = z.object({ id: z.string() })

const feedOrders = ['asc', 'desc'] as const

const number = (format: 'int32' | 'int64', about: string) => z.string().meta({ type: 'integer', format }).optional().describe(about)

/** Values remain strings; `readFeedQuery` parses them. Errors use the service's parameter names. */
export const feedQuery = z
  .object({
    seq: number('int64', 'A sequence number. Default: 0. The feed contains the entries after it, or before it in descending order.'),
    pageSize: number('int32', 'The number of entries, from 1 to 500. Default: 500. Numbers outside this range are clamped.'),
    orderBy: z
      .string()
      .optional()
      .meta({ enum: [...feedOrders] }),
  })
  .superRefine((query, { addIssue }) => {
    for (const [name, message] of feedQueryErrors(query)) addIssue({ code: 'custom', path: [name], message })
  })

const { shipmentId, sendersReference, recipients, type, lastUpdate } = shipmentReply.shape

/** Source: notifications §9.2. */
export const feedReply = z.array(
  z
    .object({
      sequenceNumber: z.int().min(1),
      shipmentId,
      sendersReference,
      recipients: z.array(recipients.element.omit({ type: true }).meta({ title: 'FeedRecipient' })),
      status: z.enum(['Order_Completed', 'Order_SendConditionNotMet']),
      lastUpdate,
      shipmentType: type,
    })
    .meta({ title: 'FeedEntry' }),
)
export type FeedReply = z.output<typeof feedReply>

const integer = /^[+-]?\d+$/
const largestPage = 500
const largestLong = 2n ** 63n - 1n

const unreadable = (value: string, name: string) => `The value '${value}' is not valid for ${name}.`
const empty = (value: string) => (trimBlanks(value) === '' ? `The value '${value}' is invalid.` : undefined)

/** Each check returns the error for an invalid parameter. */
const checks = {
  Seq(value) {
    const number = readLong(value)
    if (number === undefined) return unreadable(value, 'Seq')
    return number < 0n ? 'The field Seq must be between 0 and 9.223372036854776E+18.' : undefined
  },
  PageSize: (value) => (integer.test(trimBlanks(value)) ? undefined : unreadable(value, 'PageSize')),
  OrderBy(value) {
    const order = readChoice(feedOrders, value)
    if (order === undefined) return unreadable(value, 'OrderBy')
    return typeof order === 'number' ? `The value '${value}' is invalid.` : undefined
  },
} as const satisfies Record<string, (value: string) => string | undefined>

interface FeedQuery {
  readonly seq?: string | undefined
  readonly pageSize?: string | undefined
  readonly orderBy?: string | undefined
}

function feedQueryErrors({ seq, pageSize, orderBy }: FeedQuery): [name: string, message: string][] {
  const given = { Seq: seq, PageSize: pageSize, OrderBy: orderBy }
  return Object.entries(checks).flatMap(([name, check]) => {
    const value = given[name as keyof typeof checks]
    const message = value === undefined ? undefined : (empty(value) ?? check(value))
    return message === undefined ? [] : [[name, message]]
  })
}

/** Parses a valid query. Very large sequence numbers lose precision, but no entry has one. */
export function readFeedQuery({ seq = '0', pageSize = String(largestPage), orderBy = 'asc' }: FeedQuery) {
  return {
    seq: Number(readLong(seq) ?? 0n),
    pageSize: Math.min(Math.max(Number(pageSize), 1), largestPage),
    descending: readChoice(feedOrders, orderBy) === 'desc',
  }
}

function readLong(value: string): bigint | undefined {
  const [, sign, digits] = /^([+-]?)0*(\d{1,19})$/.exec(trimBlanks(value)) ?? []
  if (digits === undefined) return undefined
  const number = BigInt(digits)
  if (sign === '-') return number > largestLong + 1n ? undefined : -number
  return number > largestLong ? undefined : number
}
