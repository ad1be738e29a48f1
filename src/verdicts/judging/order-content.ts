/** Reads what an order asks for, and under which idempotencyId. */
import { fingerprint } from './fingerprint.ts'
import { memberOf, membersOf, nameIn } from './parsed-body.ts'

const orders = new Set([
  'notifications.createOrder',
  'notifications.createInstantOrder',
  'notifications.createInstantSms',
  'notifications.createInstantEmail',
])

export interface OrderContent {
  /** Equal for equal ids of one operation. The id itself would keep its whole body in memory. */
  readonly idempotencyId: number
  /** Equal for orders that ask for the same. A client may compute the time of sending anew for each attempt. */
  readonly content: number
}

/** Undefined for other operations, and for a body that is not known or was cut. */
export function orderContent(operation: string | null, body: string | null): OrderContent | undefined {
  if (operation === null || body === null || !orders.has(operation)) return undefined
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
