/** The steps that a break can replace, in their correct form. */

import { newId } from './ids.ts'
import { type Mistakes, mistakesIn } from './order-mistakes.ts'
import { problems } from './problems.ts'
import type { Reply } from './wire.ts'

export interface Steps {
  /** Lists of messages by the path of a value. */
  mistakesOf(order: unknown): Readonly<Record<string, unknown>>
  receipt(shipment: object, reminders: readonly object[]): object
  replay(receipt: object): Reply
  noSuchShipment(): Reply
  /** The status of an order after it was cancelled. */
  cancelled(): string
  /** The status that a manifest shows. */
  shown(status: string): string
  noSuchTransfer(): Reply
  /** The view of a transfer. */
  overview(members: Readonly<Record<string, unknown>>): object
  /** The status of a file after the last recipient confirmed it. */
  afterLastConfirm(): string
  /** The refusal of a confirmation for a file that is not published. */
  notPublished(): Reply
  /** The data of an event. */
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
