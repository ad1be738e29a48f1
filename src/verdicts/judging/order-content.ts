/** Reads what an order asks for, and under which idempotencyId. */
import { fingerprint } from './fingerprint.ts'

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

const id = /"idempotencyId"\s*:\s*"((?:[^"\\]|\\.)*)"/i
const sendTime = /"requestedSendTime"\s*:\s*"[^"]*"/i

/** Undefined for other operations, and for a body that is not known. */
export function orderContent(operation: string | null, body: string | null): OrderContent | undefined {
  if (operation === null || body === null || !orders.has(operation)) return undefined
  const idempotencyId = id.exec(body)?.[1]
  if (idempotencyId === undefined) return undefined
  return {
    idempotencyId: fingerprint(`${operation} ${idempotencyId}`),
    content: fingerprint(`${operation} ${body.replace(id, '').replace(sendTime, '')}`),
  }
}
