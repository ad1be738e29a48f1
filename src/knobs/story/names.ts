/** The records that an id or a name belongs to: their ids, which the lines of the journal name. */
import type { Environment } from '../../state/environment.ts'
import { plainNumber } from '../../state/notifications/magic-recipients.ts'
import { recipientName } from '../../state/notifications/recipient.ts'
import type { World } from '../../state/world.ts'
import { organizationNumber } from '../../wire/values/organization-number.ts'

/** Each name is looked for in every line. */
const most = 50

/** The newest records first, at most 50. */
export function namesOf({ environments }: World, asked: string): Set<string> {
  const wanted = plain(asked)
  const found = Object.values(environments).flatMap((each) => [
    ...ofOrders(each, wanted),
    ...ofShipments(each, wanted),
    ...ofTransfers(each, wanted),
    ...ofDeliveries(each, wanted),
  ])
  return new Set(found.reverse().slice(0, most))
}

const plain = (text: string) => plainNumber(text).toLowerCase()

function* ofOrders({ orders }: Environment, wanted: string): Iterable<string> {
  for (const { id, idempotencyId, shipmentIds } of orders.values())
    if ([id, idempotencyId, ...shipmentIds].some((each) => plain(each) === wanted)) yield* [id, ...shipmentIds]
}

function* ofShipments({ shipments }: Environment, wanted: string): Iterable<string> {
  for (const { id, recipient, entries } of shipments.values()) {
    const names = [recipientName(recipient), ...entries.map(({ destination }) => destination)]
    if (names.some((each) => plain(each) === wanted)) yield id
  }
}

function* ofTransfers({ fileTransfers }: Environment, wanted: string): Iterable<string> {
  for (const { id, recipients } of fileTransfers.values())
    if (id === wanted || recipients.some((each) => plain(each) === wanted || organizationNumber(each) === wanted)) yield id
}

/** The event of a delivery, and the delivery of an event. */
function* ofDeliveries({ deliveries }: Environment, wanted: string): Iterable<string> {
  for (const { id, eventId } of deliveries.findMany()) if (id === wanted || eventId === wanted) yield* [id, eventId]
}
