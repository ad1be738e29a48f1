/** The circumstances under which a call or a job runs: what the world outside the service's own rules does to it. */
import type { BrokerEvent } from '../wire/events/cloud-event.ts'
import type { LimitName } from '../wire/rate-limits.ts'
import { Refusal } from '../wire/refusals.ts'
import type { Service } from '../wire/services.ts'
import { type Ending, endingOf } from './notifications/magic-recipients.ts'
import type { Channel } from './notifications/shipment.ts'

/** How a virus scan ends, and after how long: `undefined` is the pace of the world, `never` says itself. */
export interface ScanPlan {
  readonly result: 'clean' | 'infected' | 'error'
  /** Milliseconds. */
  readonly after?: number | 'never'
}

/** A caller's allowance as it is to be from now on. */
export interface Grant {
  readonly row: LimitName
  readonly left: number
}

export interface Circumstances {
  /** Asks an internal service; throws the refusal `unreachable` when it is down. */
  reach(service: Service): void
  scan(file: { readonly fileName: string }): ScanPlan
  /** Asked once each time that a message is handed over; `round` counts the times before. */
  outcome(message: { readonly channel: Channel; readonly address: string; readonly round: number }): Ending
  /** Asked once for each address that was looked up; undefined: nothing stands against it. */
  identification(message: { readonly channel: Channel; readonly address: string }): Unidentified | undefined
  /** Asked once for each subscription that an event goes to. */
  delivery(event: BrokerEvent, subscription: { readonly id: number }): DeliveryPlan
  /** Asked before a call of a row is counted for its caller; undefined: what is left is what was counted. */
  allowance(caller: string, row: LimitName | undefined): Grant | undefined
  /** Milliseconds by which the clock that tokens are judged on is ahead. */
  skew(): number
}

/** Why nothing is sent to a recipient after all. Source: notifications §6.3. */
export type Unidentified = 'RecipientReserved' | 'RecipientNotIdentified'

/** How often an event goes to a subscription, and after how many milliseconds each time: plainly once and at once; never, where the list is empty. */
export type DeliveryPlan = readonly number[]

const minutes = 60_000

/** Source: decisions §7. A whole token of the name counts, in any case. */
export const scanPlans: Readonly<Record<string, ScanPlan>> = {
  infected: { result: 'infected' },
  unscannable: { result: 'error' },
  slowscan: { result: 'clean', after: 5 * minutes },
  stuckscan: { result: 'clean', after: 'never' },
}

const atOnce = [0] as const

/** Everything is reachable, counted, delivered once and on time; files are what their names say, and messages end as their addresses say. */
export const plainCircumstances: Circumstances = {
  reach() {},
  scan({ fileName }) {
    for (const word of fileName.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
      const plan = Object.hasOwn(scanPlans, word) ? scanPlans[word] : undefined
      if (plan) return plan
    }
    return { result: 'clean' }
  },
  outcome: ({ channel, address, round }) => endingOf(channel, address, round),
  identification: () => undefined,
  delivery: () => atOnce,
  allowance: () => undefined,
  skew: () => 0,
}

/** The same circumstances, with some services down. */
export function without(circumstances: Circumstances, down: readonly Service[]): Circumstances {
  return {
    ...circumstances,
    reach(service) {
      if (down.includes(service)) throw new Refusal('unreachable', { service })
      circumstances.reach(service)
    },
  }
}
