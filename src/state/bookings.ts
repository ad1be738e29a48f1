/** The table of bookings: the data of each job, whether it is a step of the service's own work, and when a step is done. */
import { z } from 'zod'
import { eventNames, eventRoles } from '../wire/events/cloud-event.ts'
import { entryStatuses } from '../wire/notifications/shipment.ts'

/** What a booking of one job carries. */
export interface Bookable {
  /** Whether the service is still at work. False where it only waits, for example for an expiry. */
  readonly step: boolean
  /** Whether other jobs of the same instant begin while this one waits for the outside world. */
  readonly together?: true
  readonly data: z.ZodObject
}

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

export const scanResults = ['clean', 'infected', 'error'] as const
export type ScanResult = (typeof scanResults)[number]

export const bookings = {
  'notifications.takeOrder': { step: true, data: z.object({ shipmentId: z.guid() }) },
  'notifications.processOrder': { step: true, together: true, data: z.object({ shipmentId: z.guid(), again: z.boolean().optional() }) },
  'notifications.sendMessage': { step: true, data: message },
  'notifications.acceptMessage': { step: true, data: message },
  'notifications.reportMessage': { step: true, data: message.extend({ status: z.enum(entryStatuses).optional() }) },
  'notifications.expireMessage': { step: false, data: message },
  'fileTransfer.scan': { step: true, data: z.object({ fileTransferId: z.string(), planned: z.enum(scanResults) }) },
  'fileTransfer.showChecksum': { step: true, data: fileTransfer },
  'fileTransfer.expire': { step: false, data: fileTransfer },
  'fileTransfer.purge': { step: false, data: fileTransfer },
  'fileTransfer.failStuckUpload': { step: false, data: upload },
  'resources.deployStorage': { step: true, data: z.object({ orgNo: z.string() }) },
  'events.publish': { step: true, data: announcement },
  'events.deliver': { step: true, together: true, data: z.object({ deliveryId: z.string() }) },
  'events.deliverAgain': { step: false, together: true, data: z.object({ deliveryId: z.string(), attempt: z.int() }) },
  'resumableUpload.completeUpload': { step: true, data: upload },
  'resumableUpload.verifyUpload': { step: true, data: fileTransfer },
  'resumableUpload.expireUpload': { step: false, data: upload.extend({ partialId: z.string() }) },
} as const satisfies Readonly<Record<string, Bookable>>

/** From the time at which a step begins to the time at which it is done. World milliseconds since 1970. */
export type Step = (from: number) => number

/** How long each step takes. */
export interface Pace {
  /** When an order is taken, by the time at which it is due and the time at which it was made: Order_Processing. */
  readonly take: (due: number, made: number) => number
  /** Order_Processed. */
  readonly process: Step
  /** An entry is claimed: Sending. */
  readonly send: Step
  /** Accepted (SMS) or Succeeded (email). */
  readonly accept: Readonly<Record<'SMS' | 'Email', Step>>
  /** The delivery report arrives. */
  readonly report: Step
  /** The next try, after a service could not be reached. */
  readonly retry: Step
  readonly scan: Step
  /** The storage of a service owner is deployed. */
  readonly deploy: Step
  /** The computed checksum is shown, after a scan. */
  readonly checksum: Step
  /** When the feed shows an entry. */
  readonly feed: Step
  /** An event of a file transfer is published. */
  readonly publish: Step
  /** The endpoint of a subscriber is called with an event. */
  readonly deliver: Step
  /** When a published event can be read. */
  readonly show: Step
}

export type BookingId = keyof typeof bookings
export type BookingData<I extends BookingId> = z.output<(typeof bookings)[I]['data']>

/** Which recipient entry a job works on. */
export type MessageData = BookingData<'notifications.sendMessage'>
