/** The circumstances of a call or job: external conditions that a scenario can control. */

import { Refusal, type RefusalForm } from '../wire/refusal.ts'
import { type Cached, type LimitName, type Manner, mannerTexts, type Service } from '../wire/vocabulary.ts'
import type { Reception } from '../world/outgoing.ts'
import type { RefusalKey } from './areas.ts'
import type { StoredEvent } from './events/wire.ts'
import { type ScanPlan, scanPlanOf } from './file-transfer/wire.ts'
import { type Ending, endingOf } from './notifications/magic-recipients.ts'
import type { Channel } from './notifications/wire.ts'

/** The number of calls that a caller has left. */
export interface Grant {
  readonly row: LimitName
  readonly left: number
}

export interface Circumstances {
  /** Throws the `unreachable` refusal if an internal service is down. */
  reach(service: Service): void
  scan(file: { readonly fileName: string }): ScanPlan
  /** Returns a message's outcome. Called on every attempt to send the message. `round`: number of earlier attempts. */
  outcome(message: { readonly channel: Channel; readonly address: string; readonly round: number }): Ending
  /** Returns why a looked-up address is not used, or undefined if the address is used. Called once per address. */
  identification(message: { readonly channel: Channel; readonly address: string }): Unidentified | undefined
  /** Returns the number and times of an event's deliveries to a subscription. Called once per event and subscription. */
  delivery(event: StoredEvent, subscription: { readonly id: number }): DeliveryPlan
  /** Called before a call counts against its caller's limit. Returns undefined to leave the limit unchanged. */
  allowance(caller: string, row: LimitName | undefined): Grant | undefined
  /** Returns how long a cache contains stale data after a change, in milliseconds of world time. */
  lateness(cache: Cached): number
  /** Returns how many milliseconds the clock for token validation is ahead. */
  skew(): number
  /** Returns the outcome of a call to a URL that a client provided: an event endpoint or a condition. */
  receiver(): Reception
  /** True if tokens are signed with the keys that follow the next rotation. */
  keysRotated(): boolean
  /** Returns the entries of an unsorted list in the order that the service reads them. */
  history<T>(entries: readonly T[]): readonly T[]
  /** Returns the outcome of a call that can collide with concurrent calls. Called once per call. */
  collision(call: CollidingCall): Collision
}

/** An order with an idempotencyId, or a file transfer upload. */
export interface CollidingCall {
  readonly of: 'order' | 'upload'
  /** Equal for calls that can collide. */
  readonly thing: string
  /**
   * Milliseconds of world time between this call's start and the nearest other call's start. Negative if this call arrived before the other
   * call ended. Undefined for the only call.
   */
  readonly apart: number | undefined
}

/** `none`: there is no collision. `spared`: the call succeeds despite a collision. `lost`: the call fails because of a collision. */
export type Collision = 'none' | 'spared' | 'lost'

/** Why nothing is sent to a recipient. Source: notifications §6.3. */
export type Unidentified = 'RecipientReserved' | 'RecipientNotIdentified'

/** Delays in milliseconds, one for each delivery of an event to a subscription. Usually `[0]`. An empty list means no delivery. */
export type DeliveryPlan = readonly number[]

const atOnce = [0] as const

/**
 * The circumstances without scenarios: everything is reachable, and delivered once and on time. File names and addresses determine the
 * rest.
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
  /** The form of the reply, or the key of a refusal that has this form. */
  readonly form: RefusalForm | RefusalKey
  /** Delay before the reply in real milliseconds, for calls that read and calls that change data. Default: none. */
  readonly wait?: { readonly reading: number; readonly changing: number }
}

/**
 * The replies for unavailable services. If a kind of outage has no reply, the reply for `unreachable` is used. If a service has none, the
 * reply is the `unreachable` refusal.
 */
export type Outages = { readonly [Name in Service]?: { readonly unreachable: OutageAnswer } & Partial<Record<Manner, OutageAnswer>> }

/** A call waits this many real milliseconds for a service that is not responding. */
export const longestHang = 60_000

/** Returns the reply if a service is unavailable. Undefined for the `unreachable` refusal. */
export function outageAnswer(outages: Outages, service: Service, manner: Manner): OutageAnswer | undefined {
  const known = outages[service]
  return known && (known[manner] ?? known.unreachable)
}

/** Returns circumstances where some services are down. `atMost`: a call's maximum wait in real milliseconds. */
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
