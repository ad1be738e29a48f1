/** The stored formats of orders, shipments, feed entries and messages. */
import { z } from 'zod'
import { count, defineForm, environmentName, guid, ordinal, time } from '../../world/record-form.ts'
import { messages } from '../../world/world.ts'
import { storedRecipient } from './constraints/stored-recipient.ts'
import { type FeedEntry, feedEntries } from './records/feed.ts'
import { orders, shipments } from './records.ts'
import { channels, entryStatuses, orderFamilies, orderStatuses, shipmentTypes } from './wire.ts'

const owned = { creator: z.string(), creatorOrgNo: z.string().optional(), owner: z.string() }

const holdsNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber))

export const orderForm = defineForm(orders, {
  list: 'orders',
  summary: 'The orders.',
  schema: z.strictObject({
    id: guid,
    ...owned,
    family: z.enum(orderFamilies),
    idempotencyId: z.string().nullable().describe('Null in orders from the older routes.'),
    shipmentIds: z.tuple([guid], guid).describe('The notification first, followed by its reminders.'),
  }),
  // Version 2 allows a null `idempotencyId`.
  upgrades: [(order) => order],
})

export const shipmentForm = defineForm(shipments, {
  list: 'shipments',
  summary: "The orders' notifications and reminders.",
  schema: z.strictObject({
    id: guid,
    orderId: guid,
    ...owned,
    type: z.enum(shipmentTypes),
    sendersReference: z.string().nullable(),
    requestedSendTime: time,
    conditionEndpoint: z.string().nullable(),
    // Request readers have already replaced numbers with names.
    recipient: storedRecipient.refine((value) => !holdsNumber(value), { error: 'contains a number instead of a name' }),
    created: time,
    texts: z
      .strictObject({
        Email: z.strictObject({ subject: z.string(), body: z.string() }).optional(),
        SMS: z.strictObject({ body: z.string() }).optional(),
      })
      .optional()
      .describe('The text after keyword replacement. Absent if the text has no keywords.'),
    status: z.enum(orderStatuses),
    lastUpdate: time,
    entries: z.array(
      z.strictObject({
        channel: z.enum(channels),
        destination: z.string(),
        status: z.enum(entryStatuses),
        lastUpdate: time,
        expires: time.optional(),
        addressee: count.optional().describe("The recipient's position in the list of recipients. Absent if there is only one recipient."),
        name: z.string().optional().describe('The name that replaces keywords in the text for a list of recipients.'),
        chosen: z
          .array(z.strictObject({ at: time, status: z.enum(entryStatuses) }))
          .optional()
          .describe('The reports requested by a tester.'),
      }),
    ),
  }),
  // Version 2 treats other characters as blank. Version 3 adds `chosen`. Version 4 adds an optional list of recipients. Version 5 allows
  // that list to be empty.
  upgrades: [(shipment) => shipment, (shipment) => shipment, (shipment) => shipment, (shipment) => shipment],
})

export const feedEntryForm = defineForm(feedEntries, {
  list: 'feed.entries',
  summary: 'The entries in the feed of finished shipments, in sequence number order.',
  schema: z.strictObject({
    sequenceNumber: ordinal,
    made: time,
    shipmentId: guid,
    sendersReference: z.string().nullable(),
    shipmentType: z.enum(shipmentTypes),
    status: z.enum(orderStatuses),
    lastUpdate: time,
    recipients: z.array(z.strictObject({ destination: z.string(), status: z.enum(entryStatuses), lastUpdate: time })),
  }),
  // In version 2, an entry belongs to its shipment's owners. Version 3 adds composed emails.
  upgrades: [(record) => (record as { readonly entry: FeedEntry }).entry, (record) => record],
})

export const messageForm = defineForm(messages, {
  list: 'outbox.messages',
  summary: 'The messages.',
  schema: z.strictObject({
    id: z.string(),
    at: time,
    environment: environmentName,
    shipmentId: guid,
    entry: count,
    cause: z.string().optional(),
  }),
})
