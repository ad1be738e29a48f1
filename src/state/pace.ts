/** How fast the service does its own working steps. Source: decisions §8. */

export const paceNames = ['instant', 'fast', 'real'] as const
export type PaceName = (typeof paceNames)[number]

/** From the time at which a step begins to the time at which it is done. World milliseconds since 1970. */
type Step = (from: number) => number

const after =
  (milliseconds: number): Step =>
  (from) =>
    from + milliseconds
const minute = 60_000
const nextMinute: Step = (from) => Math.floor(from / minute) * minute + minute

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

/** Every full minute takes the orders that are due within the next minute. Source: notifications §10.1. */
const byMinute: Pace['take'] = (due, made) => Math.max(nextMinute(made), Math.ceil((due - minute) / minute) * minute)
const soon =
  (step: Step): Pace['take'] =>
  (due, made) =>
    step(Math.max(due, made))

const second = after(1_000)
/** More than two seconds ago. Source: notifications §9.1. */
const pastTwoSeconds = after(2_001)
const atOnce = after(0)

export const paces: Readonly<Record<PaceName, Pace>> = {
  instant: {
    take: soon(atOnce),
    process: atOnce,
    send: atOnce,
    accept: { SMS: atOnce, Email: atOnce },
    report: atOnce,
    retry: second,
    scan: atOnce,
    deploy: atOnce,
    checksum: atOnce,
    feed: atOnce,
    publish: atOnce,
    deliver: atOnce,
    show: atOnce,
  },
  fast: {
    take: soon(second),
    process: second,
    send: second,
    accept: { SMS: second, Email: second },
    report: second,
    retry: second,
    scan: second,
    deploy: second,
    checksum: atOnce,
    feed: pastTwoSeconds,
    publish: second,
    deliver: atOnce,
    show: atOnce,
  },
  real: {
    take: byMinute,
    process: second,
    send: nextMinute,
    accept: { SMS: second, Email: after(8_000) },
    report: after(5_000),
    retry: after(60_000),
    scan: after(30_000),
    deploy: after(minute),
    checksum: second,
    feed: pastTwoSeconds,
    publish: second,
    deliver: second,
    show: after(30_000),
  },
}
