/** What the booking of each job carries: apart from the table, because a page begins before it needs a schema. */
import { z } from 'zod'
import { eventNames, eventRoles } from '../../areas/events/rules/cloud-event.ts'
import { entryStatuses } from '../../areas/notifications/rules/shipment.ts'
import { type BookingId, scanResults } from '../bookings.ts'

/** One recipient entry of a shipment. `round` counts how often the message was handed over before. */
const message = z.object({ shipmentId: z.guid(), entry: z.int(), round: z.int().optional() })

/** One event for one party of a file transfer. */
const announcement = z.object({
  fileTransferId: z.string(),
  name: z.enum(eventNames),
  role: z.enum(eventRoles),
  /** The party, as written in the transfer. */
  actor: z.string(),
})

const fileTransfer = z.object({ fileTransferId: z.string() })
/** `upload` is the number of the upload, counted from 1 for each transfer: the job does nothing when a later upload has begun. */
const upload = z.object({ fileTransferId: z.string(), upload: z.int() })

export const bookingData = {
  'notifications.takeOrder': z.object({ shipmentId: z.guid() }),
  'notifications.processOrder': z.object({ shipmentId: z.guid(), again: z.boolean().optional() }),
  'notifications.sendMessage': message,
  'notifications.acceptMessage': message,
  'notifications.reportMessage': message.extend({ status: z.enum(entryStatuses).optional() }),
  'notifications.expireMessage': message,
  'fileTransfer.scan': z.object({ fileTransferId: z.string(), planned: z.enum(scanResults) }),
  'fileTransfer.showChecksum': fileTransfer,
  'fileTransfer.expire': fileTransfer,
  'fileTransfer.purge': fileTransfer,
  'fileTransfer.failStuckUpload': upload,
  'resources.deployStorage': z.object({ orgNo: z.string() }),
  'events.publish': announcement,
  'events.deliver': z.object({ deliveryId: z.string() }),
  'events.deliverAgain': z.object({ deliveryId: z.string(), attempt: z.int() }),
  'resumableUpload.completeUpload': upload,
  'resumableUpload.verifyUpload': fileTransfer,
  'resumableUpload.expireUpload': upload.extend({ partialId: z.string() }),
} as const satisfies Readonly<Record<BookingId, z.ZodObject>>

export type BookingData<I extends BookingId> = z.output<(typeof bookingData)[I]>

/** Which recipient entry a job works on. */
export type MessageData = BookingData<'notifications.sendMessage'>
