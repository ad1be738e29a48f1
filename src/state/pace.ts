/** How fast the service does its own working steps. Source: decisions §8. */

export const paceNames = ['instant', 'fast', 'real'] as const
export type PaceName = (typeof paceNames)[number]

/** From an instant to the instant at which the step is done. World milliseconds. */
type Step = (from: number) => number

const after =
  (milliseconds: number): Step =>
  (from) =>
    from + milliseconds
const nextMinute: Step = (from) => Math.floor(from / 60_000) * 60_000 + 60_000

export interface Pace {
  /** A due order is taken: Order_Processing. */
  readonly take: Step
  /** Order_Processed. */
  readonly process: Step
  /** An entry is claimed: Sending. */
  readonly send: Step
  /** Accepted (SMS) or Succeeded (email). */
  readonly accept: Readonly<Record<'SMS' | 'Email', Step>>
  /** The delivery report arrives. */
  readonly report: Step
  /** The same again, after a service could not be reached. */
  readonly retry: Step
  readonly scan: Step
  /** The computed checksum is shown, after a scan. */
  readonly checksum: Step
}

const second = after(1_000)
const atOnce = after(0)

export const paces: Readonly<Record<PaceName, Pace>> = {
  instant: {
    take: atOnce,
    process: atOnce,
    send: atOnce,
    accept: { SMS: atOnce, Email: atOnce },
    report: atOnce,
    retry: second,
    scan: atOnce,
    checksum: atOnce,
  },
  fast: {
    take: second,
    process: second,
    send: second,
    accept: { SMS: second, Email: second },
    report: second,
    retry: second,
    scan: second,
    checksum: atOnce,
  },
  real: {
    take: nextMinute,
    process: second,
    send: nextMinute,
    accept: { SMS: second, Email: after(8_000) },
    report: after(5_000),
    retry: after(60_000),
    scan: after(30_000),
    checksum: second,
  },
}
