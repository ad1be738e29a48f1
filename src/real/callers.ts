/** The callers of provider states and contracts, by their names in the environment file. */

import type { Identity } from '../service/areas/client.ts'
import { callers } from '../service/areas/operation.ts'
import { orderCallers, transferCallers } from '../service/failures/givens.ts'
import { scopes } from '../service/wire/vocabulary.ts'

/** A caller in the simulator, and its role. */
interface Named {
  readonly here: Identity
  readonly does: string
}

/** In the order of the template. */
export const namedCallers = {
  creator: { here: orderCallers.creator, does: 'orders notifications' },
  orderStranger: { here: orderCallers.stranger, does: 'may order notifications, and has none of those of the creator' },
  sender: { here: transferCallers.sender, does: 'sends files' },
  recipient: { here: transferCallers.recipient, does: 'receives files' },
  fileStranger: { here: transferCallers.stranger, does: 'may send and receive files, and has none of those of the sender' },
  subscriber: { here: callers.subscriber, does: 'subscribes to events; the recipient does it where this caller is absent' },
} as const satisfies Record<string, Named>

export type CallerName = keyof typeof namedCallers
export const callerNames = Object.keys(namedCallers) as [CallerName, ...CallerName[]]

/**
 * Returns the caller of an identity; undefined for an organization without a name. An events scope distinguishes the subscriber from the
 * recipient.
 */
export function callerOf({ orgNo, scope = '' }: Identity): CallerName | undefined {
  if (orgNo === callers.subscriber.orgNo && scope === scopes.eventsSubscribe) return 'subscriber'
  return callerNames.find((name) => name !== 'subscriber' && namedCallers[name].here.orgNo === orgNo)
}

/** The caller to use instead of a caller that the file does not name. */
export const standsInFor: Readonly<Partial<Record<CallerName, CallerName>>> = { subscriber: 'recipient' }
