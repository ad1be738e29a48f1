/** The steps that a break can replace, in their correct form. */

import { newId } from './ids.ts'
import { type Mistakes, mistakesIn } from './order-mistakes.ts'
import { problems } from './problems.ts'
import type { Reply } from './wire.ts'

export interface Steps {
  /** Lists of messages, keyed by the value's path. */
  mistakesOf(order: unknown): Readonly<Record<string, unknown>>
  receipt(shipment: object, reminders: readonly object[]): object
  replay(receipt: object): Reply
  noSuchShipment(): Reply
  /** The status of a cancelled order. */
  cancelled(): string
  /** The status in a manifest. */
  shown(status: string): string
  noSuchTransfer(): Reply
  overview(members: Readonly<Record<string, unknown>>): object
  /** A file's status after the last recipient has confirmed it. */
  afterLastConfirm(): string
  /** The refusal to confirm a file that is not published. */
  notPublished(): Reply
  eventData(role: string): object
}

export const steps: Steps = {
  mistakesOf: (order): Mistakes => mistakesIn(order),
  receipt: (shipment, reminders) => ({
    notificationOrderId: newId(),
    notification: { ...(reminders.length > 0 && { reminders }), ...shipment },
  }),
  replay: (receipt) => ({ status: 200, body: receipt }),
  noSuchShipment: problems.noSuchShipment,
  cancelled: () => 'Order_Cancelled',
  shown: (status) => status,
  noSuchTransfer: problems.noSuchTransfer,
  overview: (members) => members,
  afterLastConfirm: () => 'AllConfirmedDownloaded',
  notPublished: problems.notPublished,
  eventData: (role) => ({ Role: role }),
}
