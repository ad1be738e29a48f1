/** How long each step of the service takes, at each pace. Source: decisions §8. */
import type { Pace, Step } from '../state/bookings.ts'
import type { PaceName } from '../state/settings.ts'

const after =
  (milliseconds: number): Step =>
  (from) =>
    from + milliseconds
const minute = 60_000
const nextMinute: Step = (from) => Math.floor(from / minute) * minute + minute

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
