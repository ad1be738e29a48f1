/** The circumstances of a call or a job: what the service depends on, apart from its own rules. */

import { Refusal, type RefusalForm } from '../wire/refusal.ts'
import type { LimitName } from '../wire/vocabulary.ts'
import { type Cached, type Manner, mannerTexts, type Service } from '../wire/vocabulary.ts'
import type { Reception } from '../world/outgoing.ts'
import type { RefusalKey } from './areas.ts'
import type { StoredEvent } from './events/cloud-event.ts'
import { type ScanPlan, scanPlanOf } from './file-transfer/scan-plan.ts'
import { type Ending, endingOf } from './notifications/magic-recipients.ts'
import type { Channel } from './notifications/statuses.ts'

/** The number of calls that a caller has left from now on. */
export interface Grant {
  readonly row: LimitName
  readonly left: number
}

export interface Circumstances {
  /** Throws the refusal `unreachable` when an internal service is down. */
  reach(service: Service): void
  scan(file: { readonly fileName: string }): ScanPlan
  /** How a message ends. Asked each time a message is handed over; `round` counts the times before. */
  outcome(message: { readonly channel: Channel; readonly address: string; readonly round: number }): Ending
  /** Why a looked-up address is not used. Asked once for each; undefined: it is used. */
  identification(message: { readonly channel: Channel; readonly address: string }): Unidentified | undefined
  /** How often and when an event goes to a subscription. Asked once for each. */
  delivery(event: StoredEvent, subscription: { readonly id: number }): DeliveryPlan
  /** Asked before a call is counted for its caller; undefined: nothing changes. */
  allowance(caller: string, row: LimitName | undefined): Grant | undefined
  /** The world milliseconds for which a cache keeps what was true before a change. */
  lateness(cache: Cached): number
  /** Milliseconds by which the clock that judges tokens is ahead. */
  skew(): number
  /** How a call to an address that a client gave ends: an endpoint of events, a condition. */
  receiver(): Reception
  /** Whether tokens are signed with the keys of the next rotation. */
  keysRotated(): boolean
  /** The entries of a history or a list that has no promised order, as the service finds them. */
  history<T>(entries: readonly T[]): readonly T[]
  /** How a call ends that others of the same thing may meet at the same moment. Asked once for each. */
  collision(call: CollidingCall): Collision
}

/** An order with an idempotencyId, or an upload to a file transfer. */
export interface CollidingCall {
  readonly of: 'order' | 'upload'
  /** What all that collide have in common. */
  readonly thing: string
  /**
   * World milliseconds between its beginning and that of the nearest other one; below 0: it came before the other one was done. Undefined:
   * it meets none.
   */
  readonly apart: number | undefined
}

/** It meets none; it ends well beside another one; or it fails. */
export type Collision = 'none' | 'spared' | 'lost'

/** Why nothing is sent to a recipient. Source: notifications §6.3. */
export type Unidentified = 'RecipientReserved' | 'RecipientNotIdentified'

/** The milliseconds after which an event goes to a subscription, one number for each time. Usually `[0]`; an empty list: never. */
export type DeliveryPlan = readonly number[]

const atOnce = [0] as const

/**
 * Without scenarios: everything is reachable, counted, and delivered once and on time. The names of files and the addresses of messages
 * decide the rest.
 */
export const plainCircumstances: Circumstances = {
  reach() {},
  scan: ({ fileName }) => scanPlanOf(fileName),
  outcome: ({ channel, address, round }) => endingOf(channel, address, round),
  identification: () => undefined,
  delivery: () => atOnce,
  allowance: () => undefined,
  lateness: () => 0,
  skew: () => 0,
  receiver: () => 'reached',
  keysRotated: () => false,
  history: (entries) => entries,
  collision: () => 'none',
}

export interface OutageAnswer {
  /** A form, or the refusal whose form it is. */
  readonly form: RefusalForm | RefusalKey
  /** Real milliseconds until the answer, of a call that reads and of one that changes something. Absent: at once. */
  readonly wait?: { readonly reading: number; readonly changing: number }
}

/** A manner that is not named is answered as `unreachable` is. A service that is not named: the refusal `unreachable`. */
export type Outages = { readonly [Name in Service]?: { readonly unreachable: OutageAnswer } & Partial<Record<Manner, OutageAnswer>> }

/** Real milliseconds for which a call waits for a service that does not answer. */
export const longestHang = 60_000

/** The answer for a service that is away, where it is not the refusal `unreachable`. */
export function outageAnswer(outages: Outages, service: Service, manner: Manner): OutageAnswer | undefined {
  const known = outages[service]
  return known && (known[manner] ?? known.unreachable)
}

/** The same circumstances, with some services down. `atMost`: real milliseconds for which a call waits at most. */
export function without(
  circumstances: Circumstances,
  down: readonly Service[],
  manner: Manner = 'unreachable',
  atMost = longestHang,
): Circumstances {
  return {
    ...circumstances,
    reach(service) {
      if (down.includes(service))
        throw new Refusal('unreachable', { service, manner, atMost, reason: `the internal service ${service} ${mannerTexts[manner]}` })
      circumstances.reach(service)
    },
  }
}
