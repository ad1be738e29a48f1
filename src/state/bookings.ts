/** The table of bookings: whether each is a step of the service's own work, and when a step is done. */

/** The kind of the bookings of one job. */
export interface Bookable {
  /** Whether the service is still at work. False where it only waits, for example for an expiry. */
  readonly step: boolean
  /** Whether other jobs of the same instant begin while this one waits for the outside world. */
  readonly together?: true
}

export const scanResults = ['clean', 'infected', 'error'] as const
export type ScanResult = (typeof scanResults)[number]

export const bookings = {
  'notifications.takeOrder': { step: true },
  'notifications.processOrder': { step: true, together: true },
  'notifications.sendMessage': { step: true },
  'notifications.acceptMessage': { step: true },
  'notifications.reportMessage': { step: true },
  'notifications.expireMessage': { step: false },
  'fileTransfer.scan': { step: true },
  'fileTransfer.showChecksum': { step: true },
  'fileTransfer.expire': { step: false },
  'fileTransfer.purge': { step: false },
  'fileTransfer.failStuckUpload': { step: false },
  'resources.deployStorage': { step: true },
  'events.publish': { step: true },
  'events.deliver': { step: true, together: true },
  'events.deliverAgain': { step: false, together: true },
  'resumableUpload.completeUpload': { step: true },
  'resumableUpload.verifyUpload': { step: true },
  'resumableUpload.expireUpload': { step: false },
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
